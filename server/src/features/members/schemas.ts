import { type Static, Type } from 'typebox'
import { searchIn, sortBy, timestamp, uuid } from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder, updatedSince } from '../../platform/http/list.ts'
import { roleField } from '../auth/role-field.ts'

export const Member = Type.Object(
  {
    id: uuid(),
    userId: uuid(),
    name: Type.String(),
    email: Type.String(),
    role: roleField,
    isYou: Type.Boolean(),
    createdAt: timestamp('When the person joined.'),
    updatedAt: timestamp('When the person joined, or got another role.'),
  },
  { title: 'Member', description: 'A person who works in the organization.' },
)
export type Member = Static<typeof Member>

export const MemberUpdate = Type.Object(
  { role: roleField },
  { title: 'MemberUpdate', additionalProperties: false, examples: [{ role: 'admin' }] },
)

export const MemberParams = Type.Object({ memberId: uuid() })

export const MemberListQuery = Type.Object({
  ...pageParameters,
  search: searchIn('the name or the email address'),
  sortBy: sortBy(['createdAt', 'name', 'updatedAt']),
  sortOrder,
  updatedSince,
})
export type MemberListQuery = Static<typeof MemberListQuery>

export const MemberList = listOf('MemberList', Member)
export type MemberList = Static<typeof MemberList>
