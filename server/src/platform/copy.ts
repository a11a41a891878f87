import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/**
 * Runs `copy … from stdin` with the given rows (lines of COPY text). The fastest way to write many
 * rows: half the database's work of a multi-row insert.
 */
export function copyRows(client: PoolClient, sql: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(sql))
    stream.on('error', reject)
    stream.on('finish', resolve)
    stream.end(rows)
  })
}

/** How COPY text writes a missing value. */
export const COPY_NULL = '\\N'

const SPECIAL = /[\\\n\r\t]/
const SPECIALS = /[\\\n\r\t]/g
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text as a value of COPY's text format. */
export function copyText(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIALS, (special) => ESCAPES[special] ?? '') : text
}
