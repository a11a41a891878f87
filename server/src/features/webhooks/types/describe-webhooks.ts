import type { DescribedWebhook } from '../../../platform/http/openapi/openapi.ts'
import { exampleOf } from './examples.ts'
import { announcementSchema } from './fields.ts'
import { ANNOUNCEMENT_TYPES, DESCRIPTIONS } from './types.ts'

/** Returns the webhooks of the API document: for each type the request that is sent. */
export function describeWebhooks(): Record<string, DescribedWebhook> {
  return Object.fromEntries(
    ANNOUNCEMENT_TYPES.map((type) => {
      const { description, object } = DESCRIPTIONS[type]
      const name = nameOf(type)
      const body = announcementSchema({ type, title: `${name}Announcement`, description, object })
      const described = { operationId: `on${name}`, summary: description, tags: ['Webhooks'] }
      return [type, { ...described, body, example: exampleOf(type) }]
    }),
  )
}

/** Returns a name such as `InvoicePaid`. */
function nameOf(type: string): string {
  const words = type.split(/[._]/)
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
}
