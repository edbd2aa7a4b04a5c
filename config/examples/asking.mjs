// Asks the tables for what a reader has missed: `resend`, signed by a key that they list, one at a time of each table.
// As asking.py beside this, whose head explains it.

import { createPrivateKey, randomBytes, sign } from 'node:crypto'

const MOST = 10_000 // messages of one request
const SETTLED_MS = 2_000 // a gap is so old before it is asked for: what is missing may be under way
const ANSWER_MS = 8_000
const TRIES = 3 // a request holds for thirty seconds
const SILENT_MS = 60_000 // an accepted one of which nothing comes any more is given up
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000

const tableOf = (stream) => stream.slice(0, stream.lastIndexOf('/'))

// `missing` are {stream, life, first, last}: the numbers of a stream, SITE/TABLE/JOURNAL, and the life before them.
export class Asking {
  #underWay = new Map() // by table: {what, transaction, topic, payload, since, tries, accepted}
  #later = new Map() // when a gap, by its stream and first number, may be asked for, and how long to wait after that

  // `publish(topic, payload)` sends with QoS 1.
  constructor(pem, by, prefix, publish) {
    this.key = createPrivateKey(pem)
    if (this.key.asymmetricKeyType !== 'ed25519') throw new Error('the key is no Ed25519 key')
    Object.assign(this, { by, prefix, publish })
  }

  // Every second: send what is due.
  look(missing, say) {
    const now = Date.now()
    for (const [table, asked] of this.#underWay) {
      if (now - asked.since <= (asked.accepted ? SILENT_MS : ANSWER_MS)) continue
      if (asked.accepted || asked.tries === TRIES) {
        say(`${table}: no ${asked.accepted ? 'end' : 'answer'} of what was asked for`)
        this.#underWay.delete(table)
      } else {
        Object.assign(asked, { tries: asked.tries + 1, since: now })
        this.publish(asked.topic, asked.payload)
      }
    }
    const before = this.#later
    this.#later = new Map()
    for (const what of missing) {
      const gap = `${what.stream} ${what.first}`
      const [at, wait] = before.get(gap) ?? [now + SETTLED_MS, FIRST_WAIT_MS]
      const due = now >= at && !this.#underWay.has(tableOf(what.stream))
      this.#later.set(gap, due ? [now + wait, Math.min(wait * 2, LONGEST_WAIT_MS)] : [at, wait])
      if (!due) continue
      say(`${tableOf(what.stream)}: asked for ${what.first} to ${what.last}`)
      this.ask(what)
    }
  }

  // Whole, or its first `MOST`.
  ask(what) {
    const [site, table, journal] = what.stream.split('/')
    const topic = `${this.prefix}/${site}/${table}/request/resend`
    const transaction = randomBytes(12).toString('hex')
    const text = JSON.stringify({
      v: 1, transaction, by: this.by, at: new Date().toISOString(), table, verb: 'resend',
      id: `${journal}-${what.life}-${what.first}`, seq: what.first, last: Math.min(what.last, what.first + MOST - 1),
    })
    const sig = sign(null, Buffer.from(`table-controller request 1\n${topic}\n${text}`), this.key).toString('hex')
    const payload = `${text.slice(0, -1)},"sig":"${sig}"}`
    this.#underWay.set(`${site}/${table}`, { what, transaction, topic, payload, since: Date.now(), tries: 1, accepted: false })
    this.publish(topic, payload)
  }

  // Something has come from the table: what was accepted there is still under way.
  came(table) {
    const asked = this.#underWay.get(table)
    if (asked?.accepted) asked.since = Date.now()
  }

  // The table's answer; what it means. `left` is whether something of a stretch is still missing.
  answered(table, { transaction, status, reason, result = {} }, left) {
    const asked = this.#underWay.get(table)
    if (asked?.transaction !== transaction) return 'of somebody else'
    if (status === 'accepted') {
      asked.accepted = true
      return `${result.messages} messages come again`
    }
    if (result.next !== undefined) {
      const [, life, first] = /-([0-9a-f]+)-([0-9]+)$/.exec(result.next)
      const rest = { ...asked.what, life, first: Number(first) }
      if (left(rest)) {
        this.ask(rest)
        return `${status}; asked for ${first} on, of another life`
      }
    }
    this.#underWay.delete(table)
    return status === 'refused' ? `refused: ${reason}` : 'all have come that the table has'
  }
}
