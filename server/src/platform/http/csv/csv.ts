import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageInTurn } from '../limits/heavy-routes.ts'
import { STALLED_MS, whileTaken } from '../while-taken.ts'
import { prefersCsv } from './accept.ts'
import { type CsvFile, headingsOf, linesOf, type TableShape } from './csv-table.ts'
import { csvLine } from './csv-text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The tables that the response can be written as, the default one first. */
    csv?: readonly TableShape[]
  }
}

/** Maximum number of rows written at once, regardless of the page size. */
const ROWS_AT_ONCE = 500

/** Adds `Vary: Accept` to every response of a route with tables. */
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
 * Sends a table page by page: the next page is read once the caller has read the last one, and none
 * after it disconnects. The first page is read before sending, so that an error still gets a normal
 * error response. A later error breaks the connection, so that a partial file is never mistaken for
 * a complete one.
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
  const stop = () =>
    reply.raw.destroy(new Error(`the client read nothing for ${stalledMs / 1_000} s`))
  // The connection triggers the reads, but they must keep the async context of the request.
  const next = AsyncLocalStorage.bind(() =>
    pageInTurn(request, { isFirst: false }, () => iterator.next()),
  )
  const text = textOf(table, first, { next, stop: async () => iterator.return?.() })
  return reply.send(Readable.from(whileTaken(text, stalledMs, stop)))
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
 * Returns a name such as `things-from-2026-03-01-to-2026-03-31.csv`: the last part of the route,
 * the table if there are several and it is not named like the route, and the requested days.
 */
function fileName({ name }: TableShape, { query, routeOptions }: FastifyRequest): string {
  const { startDate, endDate, from = startDate, to = endDate } = Object(query)
  const { url = '', config } = routeOptions
  const parts = [url.slice(url.lastIndexOf('/') + 1).replace(/\.csv$/, '')]
  if (config.csv && config.csv.length > 1 && !parts.includes(name)) parts.push(name)
  const days = [
    ['from', from],
    ['to', to],
  ].flatMap(([word, date]) => {
    const day = DAY.exec(String(date))?.[0]
    return day === undefined ? [] : [`${word}-${day}`]
  })
  return `${[...parts, ...days].join('-')}.csv`
}
