import compile from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'

/**
 * Writes answers by their schemas, as Fastify does by itself, but reads a schema when the first answer
 * needs it: reading all of them takes most of the time in which the service starts.
 */
export function addSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler<Parameters<typeof compile>[0]>(({ schema }) => {
    let write: ReturnType<typeof compile> | undefined
    return (answer) => {
      write ??= compile(schema)
      return write(answer)
    }
  })
}
