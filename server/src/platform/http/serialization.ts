import compile from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'
import { plainNumber } from '../json/plain-number.ts'
import { compiledOnce } from './compiled-once.ts'

type Schema = Parameters<typeof compile>[0]

/**
 * Serializes responses by their schemas like Fastify, but compiles a schema at the first response
 * that needs it. Compiling all of them would take most of the start-up time.
 */
export function addSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler<Schema>(({ schema }) => {
    let write: Writer | undefined
    return (answer) => {
      write ??= compiledOnce(writers, schema, writerOf)
      return write(answer)
    }
  })
}

type Writer = (answer: unknown) => string

const writers = new Map<string, Writer>()

/** Fields that the library's types do not declare for its mode `debug`. */
type Compiled = Parameters<typeof compile.restore>[0] & {
  serializer: { asNumber: (value: unknown) => string }
}

/** Writes numbers in plain notation, which parsers of all languages accept. */
function writerOf(schema: Schema): Writer {
  const compiled = compile(schema, { mode: 'debug' }) as unknown as Compiled
  const { serializer } = compiled
  const written = serializer.asNumber.bind(serializer)
  serializer.asNumber = (value) => {
    return typeof value === 'number' && Number.isFinite(value) ? plainNumber(value) : written(value)
  }
  return compile.restore(compiled)
}
