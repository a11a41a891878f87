import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageInTurn } from '../limits/heavy-routes.ts'
import { prefersCsv } from './accept.ts'
import { type CsvFile, headingsOf, linesOf, type TableShape } from './csv-table.ts'
import { csvLine } from './csv-text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The tables that the answer can be written as, the usual one first. */
    csv?: readonly TableShape[]
  }
}

/** Rows that are written at once, however many a page has. */
const ROWS_AT_ONCE = 500
/** A caller that takes nothing for so long is not waited for any longer. */
const STALLED_MS = 5 * 60_000

/** Says of every answer of a route with tables that it depends on what was accepted. */
export function addCsv(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.csv) void reply.header('vary', 'Accept')
    done()
  })
}

export function wantsCsv({ headers }: FastifyRequest): boolean {
  return prefersCsv(headers.accept)
}

/**
 * Answers a table, a page at a time: the next one is read when the caller has taken the last one, and
 * none once it has left. The first is read before, so that a refusal is an answer as any other; an
 * error after that breaks the connection, so nobody takes a part for the whole.
 */
export async function sendCsv(
  reply: FastifyReply,
  { table, pages }: CsvFile,
  stalledMs = STALLED_MS,
): Promise<FastifyReply> {
  const iterator = pages[Symbol.asyncIterator]()
  const { request } = reply
  const first = await pageInTurn(request, { isFirst: true }, () => iterator.next())
  reply.type('text/csv; charset=utf-8; header=present')
  reply.header('content-disposition', `attachment; filename="${fileName(table, request)}"`)
  if (request.method === 'HEAD') {
    await iterator.return?.()
    return reply.send()
  }
  const stop = () => reply.raw.destroy(new Error(`nothing was taken for ${stalledMs / 1_000} s`))
  // Pages are asked for by the connection, and belong to the request all the same.
  const next = AsyncLocalStorage.bind(() =>
    pageInTurn(request, { isFirst: false }, () => iterator.next()),
  )
  const text = textOf(table, first, { next, stop: async () => iterator.return?.() })
  return reply.send(Readable.from(whileTaken(text, stalledMs, stop)))
}

/** The parts of a text one by one; stops when the next one is not asked for in time. */
async function* whileTaken(text: AsyncIterable<string>, stalledMs: number, stop: () => void) {
  for await (const part of text) {
    const timer = setTimeout(stop, stalledMs)
    try {
      yield part
    } finally {
      clearTimeout(timer)
    }
  }
}

async function* textOf(
  table: TableShape,
  first: IteratorResult<readonly object[]>,
  { next, stop }: { next: () => Promise<typeof first>; stop: () => Promise<unknown> },
): AsyncGenerator<string> {
  try {
    yield csvLine(headingsOf(table))
    for (let page = first; !page.done; page = await next()) {
      for (let from = 0; from < page.value.length; from += ROWS_AT_ONCE) {
        yield linesOf(table, page.value.slice(from, from + ROWS_AT_ONCE))
      }
    }
  } finally {
    await stop()
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}/

/**
 * Such as `things-from-2026-03-01-to-2026-03-31.csv`: where the rows are from, of which table if there
 * are several, and the days that were asked for.
 */
function fileName({ name }: TableShape, { query, routeOptions }: FastifyRequest): string {
  const { startDate, endDate } = Object(query)
  const { url = '', config } = routeOptions
  const parts = [url.slice(url.lastIndexOf('/') + 1)]
  if (config.csv && config.csv.length > 1) parts.push(name)
  const days = [
    ['from', startDate],
    ['to', endDate],
  ].flatMap(([word, date]) => {
    const day = DAY.exec(String(date))?.[0]
    return day === undefined ? [] : [`${word}-${day}`]
  })
  return `${[...parts, ...days].join('-')}.csv`
}
