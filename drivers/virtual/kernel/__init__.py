"""What is there in the place of the kernel: USB buses, input devices, GPIO chips, modem lines, and what is on them."""
