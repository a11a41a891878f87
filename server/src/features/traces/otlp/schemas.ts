import { Type } from 'typebox'

const exported = (title: string, list: string, what: string) =>
  Type.Object(
    { [list]: Type.Optional(Type.Array(Type.Unknown(), { description: what })) },
    {
      title,
      description: `An OTLP request in JSON; protobuf is accepted too.`,
      examples: [{ [list]: [] }],
    },
  )

export const OtlpTraces = exported(
  'OtlpTraces',
  'resourceSpans',
  'Spans by resource and instrumentation, as in the OpenTelemetry protocol.',
)
export const OtlpLogs = exported(
  'OtlpLogs',
  'resourceLogs',
  'Log records by resource and instrumentation, as in the OpenTelemetry protocol.',
)
export const OtlpMetrics = exported(
  'OtlpMetrics',
  'resourceMetrics',
  'Metrics; they are not stored.',
)

export const OtlpAnswer = Type.Object(
  {
    partialSuccess: Type.Optional(
      Type.Object(
        {
          rejectedSpans: Type.Optional(
            Type.String({ description: 'Number of spans that are not stored.' }),
          ),
          rejectedLogRecords: Type.Optional(
            Type.String({ description: 'Number of log records that are not stored.' }),
          ),
          errorMessage: Type.Optional(
            Type.String({ description: 'The reasons; do not send the rejected items again.' }),
          ),
        },
        { title: 'OtlpPartialSuccess', description: 'What was rejected; absent if nothing was.' },
      ),
    ),
  },
  {
    title: 'OtlpAnswer',
    description: 'Answer of the OpenTelemetry protocol, in the encoding of the request.',
    examples: [{}],
  },
)
