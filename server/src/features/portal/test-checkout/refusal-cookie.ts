import { cookieText, readCookie } from '../../../platform/http/cookies.ts'
import { findTestCard, passesLuhn } from '../../payments/provider/sandbox/cards.ts'
import { type CardField, type CardForm, formOf } from './card-form.ts'

/** The entered values with the reason for rejection; without a field it is a declined card. */
export type Refusal = { form: CardForm; problem: { field?: CardField; message: string } }

const NAME = 'checkout_refusal'
const SECONDS = 300
const MESSAGE_MAX = 200
const FIELDS: readonly string[] = ['number', 'expiry', 'cvc', 'name'] satisfies CardField[]

const isField = (text: unknown): text is CardField =>
  typeof text === 'string' && FIELDS.includes(text)

type Place = { path: string; isSecure: boolean }

const cookie = (value: string, seconds: number, place: Place) =>
  cookieText({ name: NAME, value, seconds, ...place })

/**
 * Carries a rejection across the redirect to the form, so that Back and Reload resubmit nothing.
 * Possible real card numbers and all security codes are dropped.
 */
export function refusalCookie({ form, problem }: Refusal, place: Place): string {
  const digits = form.number.replace(/[\s-]/g, '')
  const isReal = passesLuhn(digits) && !findTestCard(digits)
  const kept = { ...form, number: isReal ? '' : form.number, cvc: '' }
  const text = JSON.stringify({ ...kept, field: problem.field, message: problem.message })
  return cookie(Buffer.from(text).toString('base64url'), SECONDS, place)
}

export function endRefusalCookie(place: Place): string {
  return cookie('', 0, place)
}

/** Parses the cookie into texts of limited length; undefined if it is missing or malformed. */
export function readRefusal(header: string | undefined): Refusal | undefined {
  const value = readCookie(header, NAME)
  if (value === undefined) return undefined
  const sent = parse(Buffer.from(value, 'base64url').toString('utf8'))
  if (typeof sent !== 'object' || sent === null || !('message' in sent)) return undefined
  const message = String(sent.message).slice(0, MESSAGE_MAX)
  const field = 'field' in sent && isField(sent.field) ? { field: sent.field } : {}
  return { form: formOf(sent), problem: { ...field, message } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
