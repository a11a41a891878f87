import { type Static, Type } from 'typebox'
import { name, nullable, timestamp, uuid } from '../../platform/http/fields.ts'
import {
  listOf,
  pageParameters,
  sortedBy,
  sortOrder,
  updatedSince,
} from '../../platform/http/list.ts'
import { roleField } from '../auth/role-field.ts'
import { OrganizationName } from '../sessions/organization-fields.ts'
import { newPassword } from '../sessions/passwords/password.ts'
import { emailField, tokenField } from '../sessions/sign-in-fields.ts'
import { STATES } from './state.ts'

const status = Type.Enum([...STATES], {
  description:
    'withdrawn: also when the person who sent the invitation may no longer invite to ' +
    'this role.',
})

const Inviter = Type.Object(
  { id: uuid(), name: Type.String({ description: 'Name of the person who sent the invitation.' }) },
  { title: 'Inviter' },
)

const fields = {
  id: uuid(),
  email: Type.String(),
  role: roleField,
  status,
  inviter: Inviter,
  createdAt: timestamp(),
  updatedAt: timestamp('When it was last sent, accepted or withdrawn; not when it expired.'),
  expiresAt: timestamp(),
  acceptedAt: nullable(timestamp()),
}

export const Invitation = Type.Object(fields, {
  title: 'Invitation',
  description: 'An invitation to join the organization.',
})
export type Invitation = Static<typeof Invitation>

export const SentInvitation = Type.Object(
  {
    ...fields,
    delivery: Type.Enum(['mailed', 'link', 'failed'], {
      description:
        'mailed: sent by the mail server. link: there is no mail server, so pass on the ' +
        'link. failed: the mail server did not accept the message, so pass on the link or ' +
        'try again.',
    }),
    url: nullable(Type.String(), 'The link, when no email was sent; shown only once.'),
  },
  { title: 'SentInvitation', description: 'An invitation, and how it reaches the invited person.' },
)
export type SentInvitation = Static<typeof SentInvitation>

export const InvitationCreate = Type.Object(
  { email: emailField, role: roleField },
  {
    title: 'InvitationCreate',
    additionalProperties: false,
    examples: [{ email: 'bob@acme.com', role: 'member' }],
  },
)
export type InvitationCreate = Static<typeof InvitationCreate>

export const InvitationParams = Type.Object({ invitationId: uuid() })

export const InvitationListQuery = Type.Object({
  ...pageParameters,
  status: Type.Optional(Type.Enum([...STATES])),
  sortBy: sortedBy(['createdAt', 'updatedAt'], 'Latest first by default.'),
  sortOrder,
  updatedSince,
})
export type InvitationListQuery = Static<typeof InvitationListQuery>

export const InvitationList = listOf('InvitationList', Invitation)
export type InvitationList = Static<typeof InvitationList>

export const LinkParams = Type.Object({ token: tokenField })

export const InvitationLink = Type.Object(
  {
    status,
    organization: Type.Object({ name: Type.String() }, { title: 'InvitingOrganization' }),
    inviter: Type.Object({ name: Type.String() }, { title: 'InvitingPerson' }),
    email: Type.String(),
    role: roleField,
    expiresAt: timestamp(),
    hasAccount: Type.Boolean({
      description: 'True if the address has an account: sign in with it, then accept.',
    }),
  },
  {
    title: 'InvitationLink',
    description: 'The invitation as shown to the invited person before they accept it.',
  },
)
export type InvitationLink = Static<typeof InvitationLink>

export const Acceptance = Type.Object(
  {
    name: Type.Optional(name('Your name; required only without an account.')),
    password: Type.Optional(newPassword),
  },
  {
    title: 'Acceptance',
    description: 'Empty when the caller is signed in.',
    additionalProperties: false,
    examples: [{ name: 'Bob Ray', password: 'a long password' }],
  },
)
export type Acceptance = Static<typeof Acceptance>

export const Accepted = Type.Object(
  { organization: OrganizationName },
  { title: 'Accepted', description: 'The organization that the person is now a member of.' },
)
export type Accepted = Static<typeof Accepted>
