import type { FastifyInstance } from 'fastify'

/**
 * Bounds how long `app.close()` waits for requests under way. Node waits for ever, also for a
 * caller that has sent half of a request and will never send the rest.
 */
export function closeWithin(app: FastifyInstance, milliseconds: number): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), milliseconds)
  })
  app.server.once('close', () => clearTimeout(timer))
}
