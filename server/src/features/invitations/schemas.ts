import { type Static, Type } from 'typebox'
import { name, nullable, timestamp, uuid } from '../../platform/http/fields.ts'
import { listOf, pageParameters, sortOrder } from '../../platform/http/list.ts'
import { roleField } from '../auth/role-field.ts'
import { OrganizationName } from '../sessions/organization-name.ts'
import { newPassword } from '../sessions/password.ts'
import { emailField, tokenField } from '../sessions/sign-in-fields.ts'
import { STATES } from './state.ts'

const status = Type.Enum([...STATES], {
  description: 'withdrawn: also when whoever invited may not invite to this role any more.',
})

const Inviter = Type.Object(
  { id: uuid(), name: Type.String({ description: 'Of the person who invited.' }) },
  { title: 'Inviter' },
)

const fields = {
  id: uuid(),
  email: Type.String(),
  role: roleField,
  status,
  inviter: Inviter,
  createdAt: timestamp(),
  expiresAt: timestamp(),
  acceptedAt: nullable(timestamp()),
}

export const Invitation = Type.Object(fields, {
  title: 'Invitation',
  description: 'Somebody was asked to join the organization.',
})
export type Invitation = Static<typeof Invitation>

export const SentInvitation = Type.Object(
  {
    ...fields,
    delivery: Type.Enum(['mailed', 'link', 'failed'], {
      description:
        'mailed: by the mail server. link: there is none, so pass on the link. failed: it did not take ' +
        'the mail, so pass on the link or try again.',
    }),
    url: nullable(Type.String(), 'The link, where no mail went out; shown this once.'),
  },
  { title: 'SentInvitation', description: 'An invitation, and how it reaches whoever is invited.' },
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
  sortOrder,
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
      description: 'Whether the address has an account: sign in with it, and accept then.',
    }),
  },
  { title: 'InvitationLink', description: 'What an invited person sees before accepting.' },
)
export type InvitationLink = Static<typeof InvitationLink>

export const Acceptance = Type.Object(
  {
    name: Type.Optional(name('Your own; only without an account.')),
    password: Type.Optional(newPassword),
  },
  {
    title: 'Acceptance',
    description: 'Empty from whoever is signed in.',
    additionalProperties: false,
    examples: [{ name: 'Bob Ray', password: 'a long password' }],
  },
)
export type Acceptance = Static<typeof Acceptance>

export const Accepted = Type.Object(
  { organization: OrganizationName },
  { title: 'Accepted', description: 'Where one is a member now.' },
)
export type Accepted = Static<typeof Accepted>
