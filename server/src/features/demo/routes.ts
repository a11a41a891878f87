import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Environment } from '../../platform/program/environment.ts'
import { createDemoFilling } from './filling.ts'
import { Demo } from './schemas.ts'
import { createDemo } from './service.ts'

export type DemoDeps = {
  db: Db
  log: Log
  now: () => Date
  config: { environment: Environment }
}

const tags = ['Demo']
const config = { scope: 'user', permission: 'settings' } as const

export const demoRoutes: FastifyPluginAsyncTypebox<DemoDeps> = async (app, deps) => {
  const filling = createDemoFilling(deps)
  // Runs before the server waits for its last requests, which include those of the demo.
  app.addHook('preClose', () => filling.close())
  app.get(
    '/v1/demo',
    {
      config: { scope: 'user', permission: 'read' },
      schema: {
        tags,
        operationId: 'getDemo',
        summary: 'Read the demo',
        description: 'The demo organization, if there is one, and the progress of filling it.',
        response: { 200: Demo },
      },
    },
    () => filling.read(),
  )
  app.post(
    '/v1/demo',
    {
      config,
      schema: {
        tags,
        operationId: 'createDemo',
        summary: 'Create a demo',
        description:
          'Creates a second organization with thirteen months of data: three agents, thirty ' +
          'customers, plans of every kind, and invoices. Everyone in this deployment can see ' +
          'it. It is filled through the API, which takes about a minute: read it until its ' +
          'state is filled. 409 when there is one already, 403 in a live deployment.',
        response: { 202: Demo },
      },
    },
    async (_request, reply) => {
      const origin = originOf(app)
      filling.begin(await createDemo(deps.db, deps.config.environment, deps.now()), origin)
      return reply.code(202).send(await filling.read())
    },
  )
  app.delete(
    '/v1/demo',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteDemo',
        summary: 'Delete the demo',
        description: 'Deletes it with all its data. 404 when there is none.',
        response: {
          204: Type.Null({ description: 'Done.' }),
        },
      },
    },
    async (_request, reply) => {
      if (!(await filling.remove())) throw notFound('Demo')
      return reply.code(204).send(null)
    },
  )
}

/**
 * Returns the local address of this process, because a proxy in front of it may not allow the
 * requests.
 */
function originOf({ server }: FastifyInstance): string {
  const address = server.address()
  if (address === null || typeof address === 'string') {
    throw new AppError('unavailable', 'The service is not listening yet')
  }
  const { family, port } = address
  const isAny = address.address === '0.0.0.0' || address.address === '::'
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${port}`
}
