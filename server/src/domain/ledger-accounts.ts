/** The accounts of the journal, in the order of its columns. */
export const LEDGER_ACCOUNTS = [
  'cash',
  'receivables',
  'creditClearing',
  'taxPayable',
  'customerCredit',
  'deferredRevenue',
  'revenue',
  'discounts',
  'promotions',
  'refunds',
  'breakage',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

export const ACCOUNT_NAMES: Record<LedgerAccount, string> = {
  cash: 'Cash',
  receivables: 'Accounts receivable',
  creditClearing: 'Prepaid credit clearing',
  taxPayable: 'Tax payable',
  customerCredit: 'Customer credit',
  deferredRevenue: 'Deferred revenue',
  revenue: 'Revenue',
  discounts: 'Discounts',
  promotions: 'Promotional credit',
  refunds: 'Refunds',
  breakage: 'Breakage income',
}

export type AccountCodes = Record<LedgerAccount, string>

const DEFAULT_CODES: AccountCodes = {
  cash: '1000',
  receivables: '1200',
  creditClearing: '1290',
  taxPayable: '2200',
  customerCredit: '2300',
  deferredRevenue: '2400',
  revenue: '4000',
  discounts: '4100',
  promotions: '4110',
  refunds: '4120',
  breakage: '4900',
}

/** Returns the code of each account: that of the organization, or the default. */
export const accountCodes = (own: Partial<AccountCodes>): AccountCodes => ({
  ...DEFAULT_CODES,
  ...own,
})

/** Returns a record of a value for each account, made from the name of the account. */
export const forEachAccount = <T>(make: (name: string) => T): Record<LedgerAccount, T> => ({
  cash: make(ACCOUNT_NAMES.cash),
  receivables: make(ACCOUNT_NAMES.receivables),
  creditClearing: make(ACCOUNT_NAMES.creditClearing),
  taxPayable: make(ACCOUNT_NAMES.taxPayable),
  customerCredit: make(ACCOUNT_NAMES.customerCredit),
  deferredRevenue: make(ACCOUNT_NAMES.deferredRevenue),
  revenue: make(ACCOUNT_NAMES.revenue),
  discounts: make(ACCOUNT_NAMES.discounts),
  promotions: make(ACCOUNT_NAMES.promotions),
  refunds: make(ACCOUNT_NAMES.refunds),
  breakage: make(ACCOUNT_NAMES.breakage),
})
