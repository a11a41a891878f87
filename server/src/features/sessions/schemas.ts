import { type Static, Type } from 'typebox'
import { name, nullable, timestamp, uuid } from '../../platform/http/fields.ts'
import { PERMISSIONS } from '../auth/permissions.ts'
import { roleField } from '../auth/role-field.ts'
import { OrganizationName } from './organization-fields.ts'
import { newPassword, password } from './passwords/password.ts'
import { emailField, tokenField } from './sign-in-fields.ts'

const closed = { additionalProperties: false }

export const SignIn = Type.Object(
  { email: emailField, password },
  {
    title: 'SignIn',
    ...closed,
    examples: [{ email: 'ann@acme.com', password: 'a long password' }],
  },
)

export const ForgotPassword = Type.Object(
  { email: emailField },
  { title: 'ForgotPassword', ...closed, examples: [{ email: 'ann@acme.com' }] },
)

export const ResetPassword = Type.Object(
  { token: tokenField, newPassword },
  {
    title: 'ResetPassword',
    ...closed,
    examples: [{ token: 'what the link carries', newPassword: 'another long password' }],
  },
)

export const ChangePassword = Type.Object(
  { currentPassword: password, newPassword },
  {
    title: 'ChangePassword',
    ...closed,
    examples: [{ currentPassword: 'a long password', newPassword: 'another long password' }],
  },
)

export const AccountUpdate = Type.Object(
  { name: name('Shown to the other members of your organizations.') },
  { title: 'AccountUpdate', ...closed, examples: [{ name: 'Ann Lee' }] },
)

export const Person = Type.Object(
  { id: uuid(), name: Type.String(), email: Type.String(), createdAt: timestamp() },
  { title: 'Person', description: 'A person who can sign in.' },
)
export type Person = Static<typeof Person>

const Membership = Type.Object(
  {
    memberId: uuid(),
    role: roleField,
    permissions: Type.Array(Type.Enum(PERMISSIONS)),
    organization: OrganizationName,
  },
  { title: 'Membership' },
)

const PermissionRow = Type.Object(
  {
    name: Type.Enum(PERMISSIONS),
    description: Type.String({
      description: 'Description of the permission; completes a sentence that begins with "can".',
    }),
    roles: Type.Array(roleField),
  },
  { title: 'Permission' },
)

export const Session = Type.Object(
  {
    person: Person,
    session: Type.Object({ id: uuid(), expiresAt: timestamp() }, { title: 'SessionTimes' }),
    memberships: Type.Array(Membership, { description: 'Sorted by the name of the organization.' }),
    permissions: Type.Array(PermissionRow, {
      description: 'All permissions, and the roles that have them.',
    }),
    environment: Type.Enum(['test', 'live']),
    configured: Type.Object(
      {
        mail: Type.Boolean({ description: 'True if the service sends email.' }),
        payments: Type.Boolean({ description: 'True if customers pay through Stripe.' }),
      },
      { title: 'Configured' },
    ),
  },
  {
    title: 'Session',
    description: 'The signed-in person, and their permissions in each organization.',
  },
)
export type Session = Static<typeof Session>

const OwnSession = Type.Object(
  {
    id: uuid(),
    isCurrent: Type.Boolean({ description: 'True if this request belongs to the session.' }),
    ipAddress: nullable(Type.String()),
    userAgent: nullable(Type.String()),
    createdAt: timestamp(),
    updatedAt: timestamp('When the session was last extended; at most once a day.'),
    expiresAt: timestamp(),
  },
  { title: 'OwnSession' },
)
export type OwnSession = Static<typeof OwnSession>

export const OwnSessionList = Type.Object(
  { results: Type.Array(OwnSession) },
  { title: 'OwnSessionList', description: 'All of them, most recently used first.' },
)

export const SessionParams = Type.Object({ sessionId: uuid() })
