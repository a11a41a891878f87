import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { PROTOBUF } from './answer.ts'
import type { Encoding } from './decode.ts'

/** Of a body, compressed and decompressed. */
export const EXPORT_BYTES_MAX = 16 * 1_048_576

/** The body of an export request as it was sent, decompressed. */
export type ExportBody = { bytes: Buffer; encoding: Encoding }

/** Accepts the bodies of OTLP exporters, for the routes of this plugin alone. */
export function addExportBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const types = [
    [PROTOBUF, 'protobuf'],
    ['application/json', 'json'],
  ] as const
  for (const [type, encoding] of types) {
    const options = { parseAs: 'buffer', bodyLimit: EXPORT_BYTES_MAX } as const
    app.addContentTypeParser(type, options, async (request: FastifyRequest, body: Buffer) => {
      return { bytes: await decompressed(request, body), encoding } satisfies ExportBody
    })
  }
}

/** Returns the encoding in which a request is answered, also if its body was refused. */
export function encodingOf({ headers }: FastifyRequest): Encoding {
  return headers['content-type']?.startsWith(PROTOBUF) ? 'protobuf' : 'json'
}

/** Returns a body without its compression. Throws if it is larger than `EXPORT_BYTES_MAX`. */
export function decompressed(request: FastifyRequest, body: Buffer): Promise<Buffer> | Buffer {
  const coding = request.headers['content-encoding'] ?? 'identity'
  if (coding === 'identity') return body
  if (coding !== 'gzip') {
    throw new AppError(
      'unsupported_media_type',
      `Content-Encoding ${coding} is not supported; send gzip, or no compression`,
    )
  }
  return new Promise((resolve, reject) => {
    gunzip(body, { maxOutputLength: EXPORT_BYTES_MAX }, (error, bytes) => {
      if (!error) return resolve(bytes)
      const isTooLarge = 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
      reject(
        isTooLarge
          ? new AppError('body_too_large', 'The body is larger than 16 MiB when decompressed')
          : new AppError('invalid', 'The body is not valid gzip'),
      )
    })
  })
}

/** Returns the body of an export request. Throws `invalid` for a request without one. */
export function exportBodyOf({ body }: FastifyRequest): ExportBody {
  if (isExportBody(body)) return body
  throw new AppError('invalid', 'The body is missing; send an OTLP request in protobuf or JSON')
}

function isExportBody(body: unknown): body is ExportBody {
  return typeof body === 'object' && body !== null && 'bytes' in body && 'encoding' in body
}
