import { type Static, Type } from 'typebox'
import { timestamp, uuid } from '../../../platform/http/fields.ts'
import { WORDS_WITH_HYPHENS } from '../../../platform/http/text-patterns.ts'
import { ROLES } from '../../auth/permissions.ts'
import { SLUG_LENGTH_MAX } from '../slug.ts'

const slug = Type.String({ description: 'Identifies the organization in the URLs of its pages.' })

const MyOrganization = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    slug,
    role: Type.Enum([...ROLES], { title: 'Role', description: 'Your role in the organization.' }),
    createdAt: timestamp(),
  },
  { title: 'MyOrganization', description: 'An organization that you are a member of.' },
)

export const MyOrganizationList = Type.Object(
  { results: Type.Array(MyOrganization, { description: 'All of them, sorted by name.' }) },
  { title: 'MyOrganizationList', description: 'The organizations that you are a member of.' },
)
export type MyOrganizationList = Static<typeof MyOrganizationList>

export const SlugUpdate = Type.Object(
  {
    slug: Type.String({
      pattern: WORDS_WITH_HYPHENS,
      minLength: 1,
      maxLength: SLUG_LENGTH_MAX,
      description: 'Lowercase Latin letters and digits, in words joined by single hyphens.',
    }),
  },
  { title: 'SlugUpdate', additionalProperties: false, examples: [{ slug: 'acme-robotics' }] },
)

export const NamedOrganization = Type.Object(
  { id: uuid(), name: Type.String(), slug },
  { title: 'NamedOrganization', description: 'The name and slug of an organization.' },
)
