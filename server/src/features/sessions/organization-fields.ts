import { Type } from 'typebox'
import { uuid } from '../../platform/http/fields.ts'

/** An organization that the person is a member of. */
export const OrganizationName = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    slug: Type.String({ description: 'Used in the URLs of pages.' }),
  },
  { title: 'OrganizationName' },
)
