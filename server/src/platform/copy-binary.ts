import type { PoolClient } from 'pg'
import { CopyIn } from './values/copy.ts'

const SIGNATURE = Buffer.from('PGCOPY\n\u00ff\r\n\u0000', 'latin1')
/** Two numbers follow the signature: no flags, and no header extension. */
const HEADER = Buffer.concat([SIGNATURE, Buffer.alloc(8)])
const END = -1
const NULL = -1
const UUID_BYTES = 16
const INSTANT_BYTES = 8
/** PostgreSQL counts microseconds from this instant. */
const EPOCH = Date.UTC(2000, 0, 1)
/** Maximum number of UTF-8 bytes of one UTF-16 code unit. */
const UTF8_BYTES_MAX = 3
const DIGITS_OF_GROUP = 4
const NEGATIVE = 0x4000

/**
 * Rows in COPY's binary format, written value by value. PostgreSQL takes binary ids, times and
 * numbers unchanged; parsing them from text was most of its work for a row.
 */
export type BinaryRows = {
  row: (columns: number) => void
  uuid: (id: string | null) => void
  /** Epoch milliseconds. */
  instant: (epochMilliseconds: number | null) => void
  text: (value: string | null) => void
  /** Plain decimal text. */
  numeric: (value: string | null) => void
  end: () => Buffer
}

export function createBinaryRows(bytesExpected: number): BinaryRows {
  let buffer = Buffer.allocUnsafe(Math.max(bytesExpected, 1_024))
  let at = HEADER.copy(buffer)

  function makeRoom(bytes: number): void {
    if (at + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
  }
  function int16(value: number): void {
    at = buffer.writeInt16BE(value, at)
  }
  function int32(value: number): void {
    at = buffer.writeInt32BE(value, at)
  }
  function missing(): void {
    makeRoom(4)
    int32(NULL)
  }
  function uuid(id: string | null): void {
    if (id === null) {
      missing()
      return
    }
    makeRoom(4 + UUID_BYTES)
    int32(UUID_BYTES)
    at = writeHex(id, buffer, at)
  }
  function instant(epochMilliseconds: number | null): void {
    if (epochMilliseconds === null) {
      missing()
      return
    }
    makeRoom(4 + INSTANT_BYTES)
    int32(INSTANT_BYTES)
    at = buffer.writeBigInt64BE(BigInt(epochMilliseconds - EPOCH) * 1_000n, at)
  }
  function text(value: string | null): void {
    if (value === null) {
      missing()
      return
    }
    makeRoom(4 + value.length * UTF8_BYTES_MAX)
    const bytes = buffer.write(value, at + 4, 'utf8')
    int32(bytes)
    at += bytes
  }
  /**
   * Writes groups of four digits on both sides of the decimal point, without zero groups at either
   * end.
   */
  function numeric(value: string | null): void {
    if (value === null) {
      missing()
      return
    }
    const digits = value.startsWith('-') ? value.slice(1) : value
    const point = digits.indexOf('.')
    const whole = point === -1 ? digits : digits.slice(0, point)
    const fraction = point === -1 ? '' : digits.slice(point + 1)
    const groups = groupsOf(whole, fraction)
    makeRoom(12 + groups.values.length * 2)
    int32(8 + groups.values.length * 2)
    int16(groups.values.length)
    int16(groups.weight)
    at = buffer.writeUInt16BE(value.startsWith('-') ? NEGATIVE : 0, at)
    int16(fraction.length)
    for (const group of groups.values) int16(group)
  }
  function row(columns: number): void {
    makeRoom(2)
    int16(columns)
  }
  function end(): Buffer {
    makeRoom(2)
    int16(END)
    return buffer.subarray(0, at)
  }
  return { row, uuid, instant, text, numeric, end }
}

/** The value of each hexadecimal digit by its character code; `NO_DIGIT` for all others. */
const NO_DIGIT = 16
const DIGITS = new Uint8Array(128).fill(NO_DIGIT)
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value
}
const HYPHEN = 45

/**
 * Writes a UUID, with or without hyphens, and returns the offset after it. Throws for invalid text.
 * Hand-written, because a usage event has five UUIDs.
 */
function writeHex(id: string, buffer: Buffer, start: number): number {
  let digits = 0
  let byte = 0
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index)
    if (code === HYPHEN) continue
    const digit = DIGITS[code] ?? NO_DIGIT
    if (digit === NO_DIGIT || digits === UUID_BYTES * 2) throw new Error(`"${id}" is not a UUID`)
    byte = byte * 16 + digit
    digits += 1
    if (digits % 2 === 1) continue
    buffer[start + digits / 2 - 1] = byte
    byte = 0
  }
  if (digits !== UUID_BYTES * 2) throw new Error(`"${id}" is not a UUID`)
  return start + UUID_BYTES
}

function groupsOf(whole: string, fraction: string): { values: number[]; weight: number } {
  const missingBefore = (DIGITS_OF_GROUP - (whole.length % DIGITS_OF_GROUP)) % DIGITS_OF_GROUP
  const missingAfter = (DIGITS_OF_GROUP - (fraction.length % DIGITS_OF_GROUP)) % DIGITS_OF_GROUP
  const text = '0'.repeat(missingBefore) + whole + fraction + '0'.repeat(missingAfter)
  const values: number[] = []
  for (let start = 0; start < text.length; start += DIGITS_OF_GROUP) {
    values.push(Number(text.slice(start, start + DIGITS_OF_GROUP)))
  }
  let weight = (missingBefore + whole.length) / DIGITS_OF_GROUP - 1
  while (values[0] === 0) {
    values.shift()
    weight -= 1
  }
  while (values.at(-1) === 0) values.pop()
  return { values, weight: values.length === 0 ? 0 : weight }
}

/** Runs `copy … from stdin with (format binary)`. */
export function copyBinaryRows(client: PoolClient, sql: string, rows: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(sql, rows, (error) => (error ? reject(error) : resolve())))
  })
}
