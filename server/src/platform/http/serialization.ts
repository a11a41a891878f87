import compile from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { plainNumber } from '../json/plain-number.ts'

type Schema = Parameters<typeof compile>[0]

/**
 * Writes answers by their schemas, as Fastify does by itself, but reads a schema when the first answer
 * needs it: reading all of them takes most of the time in which the service starts.
 */
export function addSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler<Schema>(({ schema }) => {
    let write: ((answer: unknown) => string) | undefined
    return (answer) => {
      write ??= writerOf(schema)
      return write(answer)
    }
  })
}

/** What the types of the library do not say of its mode `debug`. */
type Compiled = Parameters<typeof compile.restore>[0] & {
  serializer: { asNumber: (value: unknown) => string }
}

/** Numbers are in plain notation, which readers of other languages all take. */
function writerOf(schema: Schema): (answer: unknown) => string {
  const compiled = compile(schema, { mode: 'debug' }) as unknown as Compiled
  const { serializer } = compiled
  const written = serializer.asNumber.bind(serializer)
  serializer.asNumber = (value) => {
    return typeof value === 'number' && Number.isFinite(value) ? plainNumber(value) : written(value)
  }
  return compile.restore(compiled)
}
