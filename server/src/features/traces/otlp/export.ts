import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { keepSpans } from '../spans/keep-spans.ts'
import { type KeptSpan, keptLog, keptSpan } from '../spans/kept-span.ts'
import type { Rejected } from './answer.ts'
import type { ExportBody } from './body.ts'
import { decodeLogs, decodeTraces } from './decode.ts'

/** Bodies that a process handles at once; decoded they take several times as much memory. */
const BYTES_AT_ONCE = 64 * 1_048_576
const RETRY_AFTER_SECONDS = 1

export type Exports = {
  keepTraces: (organizationId: string, body: ExportBody, now: Date) => Promise<Rejected>
  keepLogs: (organizationId: string, body: ExportBody, now: Date) => Promise<Rejected>
}

export type ExportDeps = {
  db: Db
  /** Returns false for organizations without holds. */
  hasHolds: (organizationId: string) => boolean
}

/** Keeps what exporters send. Throws `unavailable` while too much is handled at once. */
export function createExports({ db, hasHolds }: ExportDeps): Exports {
  let bytesInUse = 0
  async function bounded<T>({ bytes }: ExportBody, keep: () => Promise<T>): Promise<T> {
    if (bytesInUse + bytes.length > BYTES_AT_ONCE) {
      throw new AppError(
        'unavailable',
        'Too many spans are being stored; send them again shortly',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      )
    }
    bytesInUse += bytes.length
    try {
      return await keep()
    } finally {
      bytesInUse -= bytes.length
    }
  }
  const keep = (organizationId: string, spans: readonly KeptSpan[], now: Date) =>
    keepSpans(db, { organizationId, hasHolds: hasHolds(organizationId), spans }, now)
  return {
    keepTraces: (organizationId, body, now) =>
      bounded(body, async () => {
        const { items, ...rejected } = decodeTraces(body.bytes, body.encoding)
        const spans = items.map((span) => keptSpan(span, now))
        return joined(rejected, await keep(organizationId, spans, now))
      }),
    keepLogs: (organizationId, body, now) =>
      bounded(body, async () => {
        const { items, ...rejected } = decodeLogs(body.bytes, body.encoding)
        const spans = items.flatMap((log) => keptLog(log, now) ?? [])
        return joined(rejected, await keep(organizationId, spans, now))
      }),
  }
}

function joined(a: Rejected, b: Rejected): Rejected {
  return {
    rejectedCount: a.rejectedCount + b.rejectedCount,
    reasons: new Set([...a.reasons, ...b.reasons]),
  }
}
