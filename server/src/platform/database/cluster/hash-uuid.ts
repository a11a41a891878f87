/**
 * Returns the hash of a UUID like PostgreSQL's `uuid_hash`, as a signed 32-bit number. Citus places
 * rows by it. It is Bob Jenkins' lookup3 over 16 bytes.
 */
export function hashUuid(uuid: string): number {
  const hex = uuid.replaceAll('-', '')
  const start = (0x9e3779b9 + BYTES + 3_923_095) | 0
  let [a, b, c] = [start, start, start]
  a = (a + word(hex, 0)) | 0
  b = (b + word(hex, 1)) | 0
  c = (c + word(hex, 2)) | 0
  // Mixes in the first three of the four words.
  a = ((a - c) | 0) ^ rotate(c, 4)
  c = (c + b) | 0
  b = ((b - a) | 0) ^ rotate(a, 6)
  a = (a + c) | 0
  c = ((c - b) | 0) ^ rotate(b, 8)
  b = (b + a) | 0
  a = ((a - c) | 0) ^ rotate(c, 16)
  c = (c + b) | 0
  b = ((b - a) | 0) ^ rotate(a, 19)
  a = (a + c) | 0
  c = ((c - b) | 0) ^ rotate(b, 4)
  b = (b + a) | 0
  // Mixes in the fourth word.
  a = (a + word(hex, 3)) | 0
  c = ((c ^ b) - rotate(b, 14)) | 0
  a = ((a ^ c) - rotate(c, 11)) | 0
  b = ((b ^ a) - rotate(a, 25)) | 0
  c = ((c ^ b) - rotate(b, 16)) | 0
  a = ((a ^ c) - rotate(c, 4)) | 0
  b = ((b ^ a) - rotate(a, 14)) | 0
  return ((c ^ b) - rotate(b, 24)) | 0
}

const BYTES = 16

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

/** Reads four bytes, the lowest first. */
function word(hex: string, at: number): number {
  const big = Number.parseInt(hex.slice(at * 8, at * 8 + 8), 16)
  return ((big & 0xff) << 24) | ((big & 0xff00) << 8) | ((big >>> 8) & 0xff00) | (big >>> 24)
}
