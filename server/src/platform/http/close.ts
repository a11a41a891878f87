import type { FastifyInstance } from 'fastify'

/**
 * Limits how long `app.close()` waits for open requests. Node waits without limit, even for a
 * client that never sends the rest of its request.
 */
export function closeWithin(app: FastifyInstance, milliseconds: number): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), milliseconds)
  })
  app.server.once('close', () => clearTimeout(timer))
}
