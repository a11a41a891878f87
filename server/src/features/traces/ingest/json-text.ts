import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { decompressed, EXPORT_BYTES_MAX } from '../otlp/body.ts'

/**
 * Accepts bodies of these types as text, decompressed. The texts of models in them may contain
 * characters that other bodies must not.
 */
export function addTextBodies(app: FastifyInstance, types: readonly string[]): void {
  app.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: EXPORT_BYTES_MAX } as const
  for (const type of types) {
    app.addContentTypeParser(type, options, async (request: FastifyRequest, body: Buffer) =>
      (await decompressed(request, body)).toString('utf8'),
    )
  }
}

/** Parses a body of JSON. Throws `invalid_json`. */
export function parsedJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body ?? ''))
  } catch {
    throw new AppError('invalid_json', 'The body is not valid JSON')
  }
}

/** Parses a body that is JSON, or has one JSON value a line. */
export function parsedLines(body: unknown): unknown[] {
  const text = String(body ?? '').trim()
  try {
    return [JSON.parse(text)].flat()
  } catch {
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parsedJson(line)]))
  }
}
