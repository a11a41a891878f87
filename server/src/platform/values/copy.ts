import pg, { type PoolClient } from 'pg'

const COPY_DATA = 0x64
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4])
const HEADER_BYTES = 5

/**
 * Runs `copy … from stdin` with the given rows (lines of COPY text). The fastest way to write many
 * rows: it needs half the database's work of a multi-row insert.
 */
export function copyRows(client: PoolClient, sql: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(sql, Buffer.from(rows), (error) => (error ? reject(error) : resolve())))
  })
}

/**
 * A COPY that sends its rows right after the statement, without waiting for PostgreSQL to request
 * them, so that it can be pipelined. If the statement fails, PostgreSQL discards the rows.
 */
export class CopyIn extends pg.Query {
  constructor(sql: string, rows: Buffer, onEnd: (error: Error | undefined) => void) {
    super(sql, onEnd)
    this.submit = (connection) => {
      const { stream } = connection
      stream.cork()
      connection.query(sql)
      stream.write(copyDataHeader(rows.length))
      stream.write(rows)
      stream.write(COPY_DONE)
      stream.uncork()
    }
  }

  handleCopyInResponse(): void {
    // The rows have already been sent.
  }
}

/** Returns the header of the protocol message that contains all rows: its type and its length. */
function copyDataHeader(length: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header.writeUInt8(COPY_DATA, 0)
  header.writeUInt32BE(HEADER_BYTES - 1 + length, 1)
  return header
}

const SPECIAL = /[\\\n\r\t]/
const SPECIALS = /[\\\n\r\t]/g
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Escapes text for COPY's text format. */
export function copyText(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIALS, (special) => ESCAPES[special] ?? '') : text
}
