import { Type } from 'typebox'
import { EMAIL_LENGTH_MAX } from '../../platform/http/fields.ts'

const TOKEN_LENGTH_MAX = 200

/** Email address to sign in with. */
export const emailField = Type.String({ format: 'email', maxLength: EMAIL_LENGTH_MAX })

/** Token of a link. */
export const tokenField = Type.String({ minLength: 1, maxLength: TOKEN_LENGTH_MAX })
