import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TakeTurn, TurnLimits } from '../../batching/fair-turns.ts'
import { AppError } from '../../errors.ts'
import { callerGone } from '../caller-gone.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer takes long to compute: it waits for a turn, see `addHeavyRoutes`. */
    isHeavy?: boolean
  }
}

/**
 * A page of the dashboard asks for several reports at once, and an integrator for each day of a month: these wait for
 * one another, which costs next to nothing.
 */
export const HEAVY_LIMITS: TurnLimits = {
  atOnce: 2,
  waitingOfOne: 40,
  waitingMax: 200,
  patienceMs: 10_000,
  retryAfterSeconds: 5,
}

type Turns = { take: TakeTurn; ownerOf: (request: FastifyRequest) => string }
type Turn = {
  /** Begins a turn, or another one where it has ended. */
  begin: (asked: { isPatient: boolean }) => Promise<void>
  end: () => void
}

const turnOf = new WeakMap<FastifyRequest, Turn>()

/**
 * Computes the answers of heavy routes in turns, so that reports never take all of the process. Register it before
 * the routes. A turn lasts until the work has ended, also when the caller has left before.
 */
export function addHeavyRoutes(app: FastifyInstance, { take, ownerOf }: Turns): void {
  const stopping = new AbortController()
  app.addHook('preClose', async () => {
    const message = 'The service is stopping; retry'
    stopping.abort(new AppError('unavailable', message, { retryAfterSeconds: 1 }))
  })
  app.addHook('onRoute', (route) => {
    if (!route.config?.isHeavy) return
    const { handler } = route
    route.handler = function (request, reply) {
      const signal = AbortSignal.any([callerGone(reply), stopping.signal])
      let end = () => {}
      const turn: Turn = {
        begin: async ({ isPatient }) => {
          end = await take(ownerOf(request), { signal, isPatient })
        },
        end: () => end(),
      }
      turnOf.set(request, turn)
      return (async () => {
        await turn.begin({ isPatient: false })
        try {
          signal.throwIfAborted()
          return await handler.call(this, request, reply)
        } finally {
          turn.end()
        }
      })()
    }
  })
}

/**
 * Computes one page of an answer that is sent in pages, the first one in the turn of the request. A caller that reads
 * slowly keeps no turn between two pages.
 */
export async function pageInTurn<T>(
  request: FastifyRequest,
  { isFirst }: { isFirst: boolean },
  compute: () => Promise<T>,
): Promise<T> {
  const turn = turnOf.get(request)
  if (!isFirst) await turn?.begin({ isPatient: true })
  try {
    return await compute()
  } finally {
    turn?.end()
  }
}
