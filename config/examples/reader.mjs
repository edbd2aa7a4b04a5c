// A reader of the tables for a casino management system: keeps every outcome, once, as the tables' journals have it.
//
//   npm install mqtt@5
//   node reader.mjs follow --store outcomes.log --keys keys.json --broker mqtts://broker.example:8883 --ca ca.pem --ask cms.key
//   node reader.mjs outcomes --store outcomes.log house/pandemonium-1
//
// Tables with two brokers: `--broker` once for each; both are read into the one store, and what comes from both is kept once.
// Node 18 or newer. keys.json pins each table's public key, as `tablectl status` shows it there:
// {"house/pandemonium-1": "64 digits"}. The store is a file that is only appended to; a message is acknowledged after its
// line is on the disk, and the broker keeps what comes meanwhile. Everything else is as in reader.py beside this: repeats
// by their id, losses by their number (`gaps`), asked for with `--ask` (asking.mjs), an older copy of a journal put back
// (`outcomes --dropped`), and `accept`.

import { createPublicKey, verify } from 'node:crypto'
import * as fs from 'node:fs'
import { createInterface } from 'node:readline'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { Asking } from './asking.mjs'

const LOOK_MS = 1000
const KEPT_S = 14 * 24 * 3600 // for so long the broker keeps what comes while we are away
const PASSING = /^(outcome|card|alert|response\/.*)$/ // not retained: never published again from before
const SPKI = Buffer.from('302a300506032b6570032100', 'hex') // what stands before a raw Ed25519 key in DER

export function isTheTables(key, topic, payload) {
  const found = /^(\{.*),"sig":"([0-9a-f]{128})"\}$/s.exec(payload)
  if (found === null) return false
  const signed = Buffer.from(`table-controller message 1\n${topic}\n${found[1]}}`)
  const spki = Buffer.concat([SPKI, Buffer.from(key, 'hex')])
  return verify(null, signed, createPublicKey({ key: spki, format: 'der', type: 'spki' }), Buffer.from(found[2], 'hex'))
}

// What is known of a stream, a table's journal; every entry of the store changes it in the same way again.
class Stream {
  last = null
  at = ''
  lives = new Map()
  gaps = []
  outcomes = []
  held = []

  // What becomes of an entry {life, seq, at, topic, leaps, trusted, payload}.
  take(entry) {
    const became = this.#number(entry)
    if (became === 'held') this.held.push(entry)
    else if (became !== 'repeat' && became !== 'before' && entry.topic === 'outcome') {
      const { round, status } = JSON.parse(entry.payload)
      this.outcomes.push({ ...entry, round, status, dropped: false })
    }
    return became
  }

  #number({ life, seq, at, topic, leaps, trusted }) {
    const ofLife = this.lives.get(life)
    const gap = this.gaps.findIndex(([first, last]) => first <= seq && seq <= last)
    let became = 'new'
    if (this.last === null) {
      if (!PASSING.test(topic)) return 'before'
    } else if (gap >= 0 && at <= this.at) {
      const [first, last] = this.gaps[gap]
      this.gaps.splice(gap, 1, ...[[first, seq - 1], [seq + 1, last]].filter(([low, high]) => low <= high))
      this.lives.set(life, Math.max(seq, ofLife ?? 0))
      return 'fills a gap'
    } else if (ofLife !== undefined && seq <= Math.max(ofLife, this.last)) {
      return 'repeat'
    } else if (seq <= this.last) { // a life that is not known
      if (at <= this.at && !trusted) return PASSING.test(topic) ? 'held' : 'before'
      for (const outcome of this.outcomes) outcome.dropped ||= outcome.seq >= seq
      this.gaps = this.gaps.filter(([first]) => first < seq).map(([first, last]) => [first, Math.min(last, seq - 1)])
      became = `an older journal was put back: what was published from ${seq} on is not in it any more`
    } else if (seq > this.last + 1 && !leaps) {
      this.gaps.push([this.last + 1, seq - 1])
      became = `a gap: ${this.last + 1} to ${seq - 1} are missing`
    }
    this.lives.set(life, seq)
    this.last = seq
    if (at > this.at) this.at = at
    return became
  }

  // The life of a number that was received.
  lifeOf(seq) {
    const [life] = [...this.lives].filter(([, last]) => last >= seq).sort(([, one], [, other]) => one - other)[0] ?? [...this.lives][0]
    return life
  }

  // Of each round the last outcome that was published, none while it is withdrawn.
  standing() {
    const rounds = new Map()
    for (const outcome of this.outcomes.filter(({ dropped }) => !dropped).sort((one, other) => one.seq - other.seq)) {
      rounds.set(outcome.round, outcome)
    }
    return [...rounds.values()].filter(({ status }) => status !== 'withdrawn')
  }
}

export class Store {
  #streams = new Map()

  // A last line that a power cut tore was never acknowledged: whoever `writes` cuts it off, and it comes again.
  constructor(file, writes) {
    this.log = writes ? fs.openSync(file, 'a+') : null
    const kept = fs.readFileSync(file)
    const whole = kept.lastIndexOf(10) + 1
    if (writes && whole < kept.length) fs.ftruncateSync(this.log, whole)
    for (const line of kept.subarray(0, whole).toString().split('\n')) {
      if (line === '') continue
      const entry = JSON.parse(line)
      if ('accepted' in entry) this.#release(entry.accepted)
      else this.#stream(entry.stream).take(entry)
    }
  }

  #stream(name) {
    if (!this.#streams.has(name)) this.#streams.set(name, new Stream())
    return this.#streams.get(name)
  }

  // Keeps a message whose signature is good; what became of it.
  take(table, topic, payload) {
    const { id, seq, at, code } = JSON.parse(payload)
    const [, journal, life] = /^(.+)-([0-9a-f]+)-[0-9]+$/.exec(id)
    const entry = { stream: `${table}/${journal}`, life, seq, at, topic, leaps: topic === 'alert' && code === 'journal_older' }
    if (topic === 'outcome') entry.payload = payload
    const became = this.#stream(entry.stream).take(entry)
    if (became !== 'repeat' && became !== 'before') this.#append(entry)
    return became
  }

  #append(entry) {
    fs.writeSync(this.log, `${JSON.stringify(entry)}\n`)
    fs.fdatasyncSync(this.log)
  }

  accept(life) {
    this.#append({ accepted: life })
    return this.#release(life)
  }

  #release(life) {
    let count = 0
    for (const stream of this.#streams.values()) {
      const released = stream.held.filter((entry) => entry.life === life)
      stream.held = stream.held.filter((entry) => entry.life !== life)
      for (const entry of released) stream.take({ ...entry, trusted: true })
      count += released.length
    }
    return count
  }

  outcomes(table, dropped = false) {
    const streams = [...this.#streams].filter(([name]) => name.startsWith(`${table}/`)).map(([, stream]) => stream)
    const found = streams.flatMap((stream) => dropped ? stream.outcomes.filter((one) => one.dropped) : stream.standing())
    return found.map(({ payload }) => payload)
  }

  // The gaps, each with the life before it, and what is behind the last message of a stream up to `ahead`.
  missing(ahead) {
    return [...this.#streams].flatMap(([stream, known]) => {
      const behind = known.last < ahead.get(stream) ? [[known.last + 1, ahead.get(stream)]] : []
      return [...known.gaps, ...behind].map(([first, last]) => ({ stream, life: known.lifeOf(first - 1), first, last }))
    })
  }

  gaps() {
    return [...this.#streams].flatMap(([name, { gaps }]) => gaps.map(([first, last]) => `${name}: ${first} to ${last}`))
  }
}

// Judges what comes from the broker; the answer is a sentence, and the message may be acknowledged.
export class Reader {
  ahead = new Map() // the highest number that the broker had kept, by stream: up to there something may be missing

  constructor(store, keys, prefix) {
    Object.assign(this, { store, keys, prefix })
  }

  // From now on what is missing is asked for.
  ask(pem, by, publish) {
    this.asking = new Asking(pem, by, this.prefix, publish)
    setInterval(() => this.asking.look(this.store.missing(this.ahead), (text) => console.log(text)), LOOK_MS).unref()
  }

  #isMissing({ stream, first, last }) {
    return this.store.missing(this.ahead).some((one) => one.stream === stream && one.first <= last && first <= one.last)
  }

  take(address, payload, retain) {
    const [site, table, ...rest] = address.slice(this.prefix.length + 1).split('/')
    const topic = rest.join('/')
    if (['availability', 'heartbeat', 'health'].includes(topic) || topic.startsWith('request/')) return 'not of the record'
    const key = this.keys[`${site}/${table}`]
    if (key === undefined) return `REFUSED: no key is pinned for ${site}/${table}`
    const text = payload.toString()
    if (!isTheTables(key, topic, text)) return "REFUSED: forged or changed, the table's key did not sign it"
    const body = JSON.parse(text)
    const [, journal, life] = /^(.+)-([0-9a-f]+)-[0-9]+$/.exec(body.id)
    if (retain) {
      const stream = `${site}/${table}/${journal}`
      this.ahead.set(stream, Math.max(this.ahead.get(stream) ?? 0, body.seq))
      return 'kept by the broker'
    }
    const became = this.store.take(`${site}/${table}`, topic, text)
    this.asking?.came(`${site}/${table}`)
    if (this.asking && topic === 'response/resend') {
      return `${became}; ${this.asking.answered(`${site}/${table}`, body, (what) => this.#isMissing(what))}`
    }
    if (became !== 'held') return became
    return `HELD: a life from before what is known: repeated, or the table's clock was set back: \`accept ${life}\``
  }
}

// For ever; what comes while a broker is gone or we are comes afterwards.
async function follow(reader, asked) {
  const { default: mqtt } = await import('mqtt')
  const read = (file) => file && fs.readFileSync(file)
  const clients = asked.broker.map((broker) => mqtt.connect(broker, {
    protocolVersion: 5, clientId: asked.client, clean: false, properties: { sessionExpiryInterval: KEPT_S },
    keepalive: 15, ca: read(asked.ca), cert: read(asked.cert), key: read(asked['cert-key']),
    username: asked.username, password: read(asked['password-file'])?.toString().trim(),
  }))
  const publish = (topic, payload) => { // a table that is asked twice by the same transaction does it once
    for (const client of clients) if (client.connected) client.publish(topic, payload, { qos: 1 })
  }
  if (asked.ask) reader.ask(read(asked.ask), asked.by ?? basename(asked.ask, '.key'), publish)
  for (const client of clients) {
    client.on('connect', ({ sessionPresent }) => {
      console.log(`connected; the broker ${sessionPresent ? 'has' : 'has not'} kept our session`)
      client.subscribe(`${reader.prefix}/+/+/#`, { qos: 1 })
    })
    client.on('error', (error) => console.log(`the broker: ${error.message}`))
    client.handleMessage = ({ topic, payload, retain }, acknowledge) => {
      console.log(`${topic}: ${reader.take(topic, payload, retain)}`)
      acknowledge()
    }
  }
}

// Messages from standard input, {"topic", "payload", "retain"} a line; each is answered when it is in the store. What is
// to be published is a line {"topic", "payload"}.
async function lines(reader, asked) {
  const publish = (topic, payload) => console.log(JSON.stringify({ topic, payload }))
  if (asked.ask) reader.ask(fs.readFileSync(asked.ask), asked.by ?? basename(asked.ask, '.key'), publish)
  for await (const line of createInterface({ input: process.stdin })) {
    const { topic, payload, retain } = JSON.parse(line)
    console.log(`${topic}: ${reader.take(topic, payload, retain)}`)
  }
}

async function main() {
  const text = (name, value) => [name, { type: 'string', default: value }]
  const { values, positionals: [verb, what] } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries([
        text('store', 'outcomes.log'), text('keys', 'keys.json'), text('prefix', 'casino'), text('client', 'outcomes'),
        ...['ca', 'cert', 'cert-key', 'username', 'password-file', 'ask', 'by'].map((one) => text(one)),
      ]),
      broker: { type: 'string', multiple: true, default: ['mqtt://localhost:1883'] },
      dropped: { type: 'boolean', default: false },
    },
  })
  const store = new Store(values.store, ['follow', 'lines', 'accept'].includes(verb))
  const reader = () => new Reader(store, JSON.parse(fs.readFileSync(values.keys)), values.prefix)
  if (verb === 'follow') await follow(reader(), values)
  else if (verb === 'lines') await lines(reader(), values)
  else if (verb === 'outcomes') store.outcomes(what, values.dropped).forEach((one) => console.log(one))
  else if (verb === 'gaps') store.gaps().forEach((one) => console.log(one))
  else if (verb === 'accept') console.log(`${store.accept(what)} messages taken`)
  else throw new Error('expected follow, lines, outcomes, gaps or accept')
}

if (process.argv[1] === new URL(import.meta.url).pathname) await main()
