import { AppError } from '../../../platform/errors.ts'
import {
  type AddressGuard,
  createAddressGuard,
  literalAddress,
} from '../../../platform/outgoing/address-guard.ts'
import type { Environment } from '../../../platform/program/environment.ts'

export type UrlRules = {
  guard: AddressGuard
  /** True where an unencrypted URL is accepted. */
  allowsHttp: boolean
}

const LOOPBACK = ['127.0.0.0/8', '::1']

/**
 * Returns the rules of a deployment. A test deployment also sends to this machine, where receivers
 * are developed, and unencrypted; others do only what they are set to.
 */
export function urlRulesOf({
  environment,
  webhookAllowedAddresses,
}: {
  environment: Environment
  webhookAllowedAddresses: readonly string[]
}): UrlRules {
  const isTest = environment === 'test'
  return {
    guard: createAddressGuard([...webhookAllowedAddresses, ...(isTest ? LOOPBACK : [])]),
    allowsHttp: isTest || webhookAllowedAddresses.length > 0,
  }
}

/**
 * Refuses a URL that nothing can be sent to. Names are resolved when something is sent, because
 * they may lead to another address then.
 */
export function refuseUrl(text: string, { guard, allowsHttp }: UrlRules): void {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw refusal('must begin with https://')
  if (url.protocol === 'http:' && !allowsHttp) {
    throw refusal('must begin with https://; a live service sends nothing unencrypted')
  }
  if (url.username || url.password) throw refusal('must not contain a user name or a password')
  if (url.hash) throw refusal('must not contain a fragment (#)')
  const address = literalAddress(url)
  if (address !== undefined && !guard.isAllowed(address)) {
    throw refusal(
      `leads to ${address}, which is not a public address; WEBHOOK_ALLOWED_ADDRESSES allows others`,
    )
  }
}

function refusal(problem: string): AppError {
  return new AppError('invalid', [`url ${problem}`], { param: 'url' })
}
