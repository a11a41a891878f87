/**
 * A backup is a gzip file of frames: a length of four bytes and that many bytes. It starts with the
 * header. Each table follows as a frame that names it, frames of COPY text, and an empty frame. It
 * ends with the trailer; a file without one was cut off.
 */
export const FORMAT = 'piecework-backup-1'

export type Header = {
  format: typeof FORMAT
  /** Migrations of the schema that the rows belong to. */
  migrations: string[]
  createdAt: string
}

export type TableSection = { table: string; columns: string[] }

/** Number of rows of each table. */
export type Trailer = { rows: Record<string, number> }

const LENGTH_BYTES = 4

export const END_OF_TABLE: Buffer = Buffer.alloc(LENGTH_BYTES)

export function dataFrame(bytes: Buffer): Buffer {
  const length = Buffer.allocUnsafe(LENGTH_BYTES)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

export function jsonFrame(value: Header | TableSection | Trailer): Buffer {
  return dataFrame(Buffer.from(JSON.stringify(value)))
}

/** Yields the content of each frame of a stream. Throws when the last frame is incomplete. */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + rest.readUInt32BE(at)
      if (end > rest.length) break
      yield rest.subarray(at + LENGTH_BYTES, end)
      at = end
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new Error('the last part is cut off')
}
