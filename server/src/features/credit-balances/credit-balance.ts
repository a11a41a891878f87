import type { Decimal } from '../../domain/money.ts'

export type CustomerScope = { organizationId: string; customerId: string }

export type CreditBalance = { customerId: string; currency: string; amount: Decimal }
