"""Devices at the table: a link and a protocol kept together through every unplugging, and their last frames."""
