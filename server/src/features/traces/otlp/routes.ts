import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { handleError } from '../../../platform/http/error-handler.ts'
import { exceptBodies } from '../../../platform/http/validation/validation.ts'
import { organizationOf } from '../../auth/principal.ts'
import { emptyAnswer, logsAnswer, PROTOBUF, statusMessage, traceAnswer } from './answer.ts'
import { addExportBodies, encodingOf, exportBodyOf } from './body.ts'
import { createExports, type ExportDeps } from './export.ts'
import { OtlpAnswer, OtlpLogs, OtlpMetrics, OtlpTraces } from './schemas.ts'

export type OtlpDeps = ExportDeps & { now: () => Date }

const tags = ['Traces']
const config = { permission: 'write', scope: 'record', idempotencyHeader: false } as const
const response = { 200: OtlpAnswer, ...errorResponses(400, 401, 403, 413, 415, 429, 503) }

/** The routes of OTLP over HTTP, with the bodies of exporters. */
export const otlpRoutes: FastifyPluginAsyncTypebox<OtlpDeps> = async (app, { now, ...deps }) => {
  addExportBodies(app)
  answerInEncoding(app)
  const { keepTraces, keepLogs } = createExports(deps)
  const validatorCompiler = exceptBodies(app.validatorCompiler)
  app.post(
    '/v1/otlp/v1/traces',
    {
      config,
      validatorCompiler,
      schema: {
        tags,
        operationId: 'exportTraces',
        summary: 'Export traces',
        description:
          'OTLP over HTTP, in protobuf or JSON, also with gzip; up to 16 MiB. Set ' +
          '`OTEL_EXPORTER_OTLP_ENDPOINT` to `/v1/otlp` of the service. Spans are kept once, ' +
          'however often they are sent. A run is recorded when its root span has ended and no ' +
          'span came for ten seconds, or fifteen minutes after its first span. Unknown fields are ' +
          'ignored.',
        body: OtlpTraces,
        response,
      },
    },
    async (request, reply) => {
      const body = exportBodyOf(request)
      const rejected = await keepTraces(organizationOf(request), body, now())
      return send(reply, traceAnswer(body.encoding, rejected))
    },
  )
  app.post(
    '/v1/otlp/v1/logs',
    {
      config,
      validatorCompiler,
      schema: {
        tags,
        operationId: 'exportLogs',
        summary: 'Export logs',
        description:
          'Like exportTraces, for log records. A record with usage is a call of its own, which is ' +
          'recorded within seconds with quantity 0; its session is the run. Other records are not ' +
          'stored.',
        body: OtlpLogs,
        response,
      },
    },
    async (request, reply) => {
      const body = exportBodyOf(request)
      const rejected = await keepLogs(organizationOf(request), body, now())
      return send(reply, logsAnswer(body.encoding, rejected))
    },
  )
  app.post(
    '/v1/otlp/v1/metrics',
    {
      config,
      validatorCompiler,
      schema: {
        tags,
        operationId: 'exportMetrics',
        summary: 'Accept metrics',
        description: 'Stores nothing, so that an exporter of all signals does not fail.',
        body: OtlpMetrics,
        response,
      },
    },
    async (request, reply) => send(reply, emptyAnswer(encodingOf(request))),
  )
}

function send(reply: FastifyReply, answer: object) {
  if (Buffer.isBuffer(answer)) void reply.type(PROTOBUF)
  return reply.send(answer)
}

/** Answers refusals in the encoding of the request too, as the protocol demands. */
function answerInEncoding(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const isTooLarge =
      error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    handleError(isTooLarge ? tooLarge() : error, request, reply)
  })
  app.addHook('onSend', async (request: FastifyRequest, reply, payload) => {
    const isRefusal = reply.statusCode >= 400 && typeof payload === 'string'
    if (!isRefusal || encodingOf(request) === 'json') return payload
    const { message } = JSON.parse(payload)
    void reply.type(PROTOBUF).removeHeader('content-length')
    return statusMessage(reply.statusCode, [message].flat().join('; '))
  })
}

const tooLarge = () =>
  new AppError('body_too_large', 'The body is larger than 16 MiB; send smaller batches')
