import { strict as assert } from 'node:assert'
import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '../../error-codes.ts'

/** The parts of an error that differ between statuses, by status. */
export type ErrorExamples = Readonly<
  Record<string, { code: ErrorCode; message: string | string[]; param?: string }>
>

/** Adds an example to the error responses of an operation. */
export function addErrorExamples(responses: Responses, examples: ErrorExamples): void {
  for (const [status, response] of Object.entries(responses)) {
    const example = examples[status]
    const media = response.content?.['application/json']
    if (!example || !media) continue
    const { code, message, param } = example
    media.example = {
      message,
      error: STATUS_CODES[status],
      statusCode: Number(status),
      code,
      ...(param === undefined ? {} : { param }),
      requestId: 'req-019cf0a4c1de',
    }
  }
}

type Response = { $ref?: string; content?: Record<string, { example?: unknown }> }
type Responses = Record<string, Response>

/**
 * Moves the error responses of operations into shared components, named by their status, and leaves
 * references. Throws unless all operations describe a status identically.
 */
export function takeErrors(all: readonly Responses[]): Record<string, object> {
  const errors: Record<string, object> = {}
  for (const responses of all) {
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      const name = (STATUS_CODES[status] ?? '').replaceAll(' ', '')
      errors[name] ??= response
      assert(
        isDeepStrictEqual(errors[name], response),
        `every ${status} must have the same description`,
      )
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return errors
}
