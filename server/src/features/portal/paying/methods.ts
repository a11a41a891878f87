import type { Db } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { getCustomer } from '../../customers/service.ts'
import { getSettings } from '../../organizations/settings.ts'
import type { PaymentDeps } from '../../payments/deps.ts'
import { openSetup } from '../../payments/methods/open-setup.ts'
import { findSavedMethod } from '../../payments/methods/saved-method.ts'
import type { CustomerKey } from '../../payments/payment.ts'
import type { PortalPaymentMethod, PortalSetup } from './schemas.ts'

export async function listMethods(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  key: CustomerKey,
): Promise<PortalPaymentMethod[]> {
  const method = await findSavedMethod(db, payments, key)
  return method ? [{ brand: method.brand, last4: method.last4 }] : []
}

export async function startSetup(deps: PaymentDeps, key: CustomerKey): Promise<PortalSetup> {
  const { payments, db } = deps
  if (!payments) throw unavailable()
  const setup = await openSetup(deps, payments, { key, ...(await aboutOf(db, key)) })
  if (setup.kind === 'refused') throw unavailable()
  return { url: setup.url }
}

async function aboutOf(db: Db, { organizationId, customerId: id }: CustomerKey) {
  const [{ email, billingContactEmail }, { currency }] = await Promise.all([
    getCustomer(db, { organizationId, id }),
    getSettings(db, organizationId),
  ])
  return { customerEmail: email ?? billingContactEmail, currency }
}

const unavailable = () =>
  new AppError(
    'conflict',
    'No payment method can be saved here; contact the company that bills you',
  )
