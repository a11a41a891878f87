/** Packs files as they are: what PDFs contain is packed already. */
export async function zipOf(name: string, files: readonly File[]): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const entries: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const file of files) {
    const content = new Uint8Array(await file.arrayBuffer())
    const fileName = new TextEncoder().encode(file.name)
    const about = aboutOf(content, fileName)
    const local = joined([numbers([LOCAL, 4]), about, numbers([0, 2]), fileName])
    // No remark, on the first disk, plain bytes without rights; then where the file begins.
    const rest = numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4])
    entries.push(joined([numbers([ENTRY, 4], [VERSION, 2]), about, rest, fileName]))
    parts.push(local, content)
    offset += local.length + content.length
  }
  const index = joined(entries)
  const count = files.length
  const end: NumberOfBytes[] = [
    [END, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [index.length, 4],
    [offset, 4],
    [0, 2],
  ]
  const all = [...parts, index, numbers(...end)]
  return new File(all, name, { type: 'application/zip' })
}

const LOCAL = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const UTF_8 = 0x0800
/** The first day that there is: 1 January 1980. */
const DAY = 0x0021

/** What both places say of a file, but for the last field of the first. */
function aboutOf(content: Uint8Array, name: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = content.length
  return numbers(
    [VERSION, 2],
    [UTF_8, 2],
    [0, 2],
    [0, 2],
    [DAY, 2],
    [checksum(content), 4],
    [size, 4],
    [size, 4],
    [name.length, 2],
  )
}

type NumberOfBytes = readonly [value: number, bytes: 2 | 4]

/** Numbers, the lowest byte first. */
function numbers(...all: readonly NumberOfBytes[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    all.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, place) => (value >>> (8 * place)) & 0xff),
    ),
  )
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

const CRC_POLYNOMIAL = 0xedb88320
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ CRC_POLYNOMIAL : value >>> 1
  }
  return value
})

/** CRC-32, by which whoever unpacks knows that all is there. */
function checksum(content: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of content) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
