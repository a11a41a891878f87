import { type Static, Type } from 'typebox'
import { name } from '../../platform/http/fields.ts'
import { newPassword } from '../sessions/passwords/password.ts'
import { emailField, tokenField } from '../sessions/sign-in-fields.ts'

export const SetUp = Type.Object(
  {
    token: tokenField,
    name: name('Your own name.'),
    email: emailField,
    password: newPassword,
    organizationName: Type.Optional(name('New name of the first organization.')),
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
    isOpen: Type.Boolean({ description: 'True until the first owner is created.' }),
    environment: Type.Enum(['test', 'live']),
    sendsMail: Type.Boolean({
      description: 'False: only the command line can create a link to reset a password.',
    }),
  },
  { title: 'SetupState', description: 'Information that a page needs before anyone signs in.' },
)
