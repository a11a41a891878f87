import { Type } from 'typebox'
import { ROLES } from './permissions.ts'

export const roleField = Type.Enum([...ROLES], {
  description: 'Each role includes the permissions of the roles before it.',
})
