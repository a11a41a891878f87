import { create, type DescMessage, type MessageShape, toBinary, toJson } from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { Encoding } from './decode.ts'
import { ExportLogsServiceResponseSchema } from './schema/opentelemetry/proto/collector/logs/v1/logs_service_pb.js'
import { ExportTraceServiceResponseSchema } from './schema/opentelemetry/proto/collector/trace/v1/trace_service_pb.js'

export const PROTOBUF = 'application/x-protobuf'

/** Items of an export request that are not stored, and must not be sent again. */
export type Rejected = { rejectedCount: number; reasons: ReadonlySet<string> }

/** Encodes the answer to an export of traces. */
export function traceAnswer(encoding: Encoding, rejected: Rejected) {
  const { errorMessage, rejectedCount } = partialOf(rejected)
  const partialSuccess = { rejectedSpans: rejectedCount, errorMessage }
  const schema = ExportTraceServiceResponseSchema
  return encoded(schema, create(schema, errorMessage === '' ? {} : { partialSuccess }), encoding)
}

/** Encodes the answer to an export of logs. */
export function logsAnswer(encoding: Encoding, rejected: Rejected) {
  const { errorMessage, rejectedCount } = partialOf(rejected)
  const partialSuccess = { rejectedLogRecords: rejectedCount, errorMessage }
  const schema = ExportLogsServiceResponseSchema
  return encoded(schema, create(schema, errorMessage === '' ? {} : { partialSuccess }), encoding)
}

/** Encodes an answer without any content, which a message without fields is. */
export const emptyAnswer = (encoding: Encoding) => (encoding === 'json' ? {} : Buffer.alloc(0))

function partialOf({ rejectedCount, reasons }: Rejected) {
  const errorMessage =
    rejectedCount === 0 ? '' : `${rejectedCount} rejected: ${[...reasons].join('; ')}`
  return { rejectedCount: BigInt(rejectedCount), errorMessage }
}

function encoded<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
  encoding: Encoding,
): object {
  if (encoding === 'protobuf') return Buffer.from(toBinary(schema, message))
  const json = toJson(schema, message)
  return typeof json === 'object' && json !== null ? json : {}
}

/** Numbers of google.rpc.Code by HTTP status; any other is UNKNOWN. */
const RPC_CODES = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [429, 8],
  [503, 14],
])
const RPC_UNKNOWN = 2

/** Encodes the google.rpc.Status of a refusal: field 1 is the code, field 2 the message. */
export function statusMessage(httpStatus: number, message: string): Buffer {
  const writer = new BinaryWriter()
  writer.tag(1, WireType.Varint).int32(RPC_CODES.get(httpStatus) ?? RPC_UNKNOWN)
  writer.tag(2, WireType.LengthDelimited).string(message)
  return Buffer.from(writer.finish())
}
