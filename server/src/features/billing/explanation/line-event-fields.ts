import { type Static, type TSchema, Type } from 'typebox'
import { VALUE_LENGTH_MAX } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { COUNTED_AFTER } from '../../../platform/http/list-cursor.ts'

export const LineEventsQuery = Type.Object({
  limit: pageParameters.limit,
  after: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description: '`nextAfter` of the answer before: returns the events after its last one.',
    }),
  ),
})
export type LineEventsQuery = Static<typeof LineEventsQuery>

/** Response schema of the events behind a line; `title` is its name in the API document. */
export const lineEventsOf = <Event extends TSchema>(title: string, event: Event) =>
  Type.Object(
    {
      ...listOf(title, event).properties,
      totalResults: Type.Integer({
        description: `Number of events behind the line; ${COUNTED_AFTER}`,
      }),
      nextAfter: Type.Optional(
        Type.String({
          description: 'Send it as `after` for the next events; absent if none follow.',
        }),
      ),
    },
    { title, description: 'Events behind an invoice line by usage date, the latest first.' },
  )
