import { type Static, Type } from 'typebox'
import { name } from '../../platform/http/fields.ts'
import { newPassword } from '../sessions/password.ts'
import { emailField, tokenField } from '../sessions/sign-in-fields.ts'

export const SetUp = Type.Object(
  {
    token: tokenField,
    name: name('Your own.'),
    email: emailField,
    password: newPassword,
    organizationName: Type.Optional(name('What the first organization is called from now on.')),
  },
  {
    title: 'SetUp',
    additionalProperties: false,
    examples: [
      {
        token: 'what the printed link carries',
        name: 'Ann Lee',
        email: 'ann@acme.com',
        password: 'a long password',
        organizationName: 'Acme',
      },
    ],
  },
)
export type SetUp = Static<typeof SetUp>

export const SetupState = Type.Object(
  {
    isOpen: Type.Boolean({ description: 'Whether nobody can sign in yet.' }),
    environment: Type.Enum(['test', 'live']),
    sendsMail: Type.Boolean({
      description: 'False: a link to choose another password is made by the command line alone.',
    }),
  },
  { title: 'SetupState', description: 'What a page has to know before anybody signs in.' },
)
