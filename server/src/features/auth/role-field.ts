import { Type } from 'typebox'
import { ROLES } from './permissions.ts'

export const roleField = Type.Enum([...ROLES], {
  description: 'Each may what those before it may, and more.',
})
