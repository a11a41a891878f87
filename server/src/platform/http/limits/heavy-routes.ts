import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TakeTurn, TurnLimits } from '../../batching/fair-turns.ts'
import { AppError } from '../../errors.ts'
import { callerGone } from '../caller-gone.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Computing the response takes long, so it waits for a turn, see `addHeavyRoutes`. */
    isHeavy?: boolean
  }
}

/**
 * A dashboard page requests several reports at once, and an integrator one for each day of a month.
 * They wait for each other, which costs almost nothing.
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
  /** Begins a turn, or another one after the last has ended. */
  begin: (asked: { isPatient: boolean }) => Promise<void>
  end: () => void
}

const turnOf = new WeakMap<FastifyRequest, Turn>()

/**
 * Computes the responses of heavy routes in turns, so that reports cannot occupy the whole process.
 * Register it before the routes. A turn lasts until the work has ended, even if the caller has
 * disconnected.
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
 * Computes one page of a paged response, the first one in the request's own turn. No turn is held
 * between two pages, so that a slow reader does not block others.
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
