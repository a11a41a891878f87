import type { PlanName } from './plans.ts'

/** Payment behavior: by bank transfer soon, late or in parts, by a stored card, or never. */
export type Pays = 'soon' | 'late' | 'in parts' | 'by card' | 'never'

export type DemoCustomer = {
  externalId: string
  name: string
  country: keyof typeof PLACES
  plan: PlanName
  /** The month in which the subscription begins, counted from the first of the thirteen. */
  from: number
  /** Jobs on a working day at the start, and their growth factor for each month. */
  jobs: number
  growth: number
  pays: Pays
  seats?: number
  /** Factor for the usage of each job. */
  effort?: number
  /** Number of months after which the subscription ended. */
  until?: number
}

/** Locations of customers; a company in the EU outside Germany accounts for its own tax. */
export const PLACES = {
  US: { city: 'Austin', zipCode: '78701', state: 'TX', timezone: 'America/Chicago' },
  GB: { city: 'Leeds', zipCode: 'LS1 4AP', timezone: 'Europe/London' },
  DE: { city: 'Hamburg', zipCode: '20457', timezone: 'Europe/Berlin' },
  FR: { city: 'Lyon', zipCode: '69002', timezone: 'Europe/Paris' },
  JP: { city: 'Osaka', zipCode: '530-0001', timezone: 'Asia/Tokyo' },
} as const

type Row = readonly [
  externalId: string,
  name: string,
  country: keyof typeof PLACES,
  plan: PlanName,
  from: number,
  jobs: number,
  growth: number,
  pays: Pays,
]

const ROWS: readonly Row[] = [
  ['northwind', 'Northwind Traders', 'US', 'growth', 0, 9, 1.04, 'by card'],
  ['contoso', 'Contoso Facility Services', 'DE', 'growth', 0, 7, 1.02, 'soon'],
  ['fabrikam', 'Fabrikam Machine Works', 'DE', 'volume', 0, 5, 1.03, 'late'],
  ['tailspin', 'Tailspin Toys', 'US', 'perTicket', 0, 4, 1.05, 'by card'],
  ['wingtip', 'Wingtip Shoes', 'GB', 'perTicket', 1, 5, 1.0, 'soon'],
  ['adatum', 'Adatum Insurance', 'FR', 'volume', 1, 6, 1.02, 'soon'],
  ['litware', 'Litware Legal', 'GB', 'pool', 0, 4, 1.03, 'soon'],
  ['proseware', 'Proseware Publishing', 'US', 'pool', 2, 3, 1.05, 'by card'],
  ['lucerne', 'Lucerne Outdoor', 'FR', 'perTicket', 2, 3, 1.06, 'late'],
  ['margie', "Margie's Travel", 'US', 'growth', 1, 6, 1.01, 'soon'],
  ['trey', 'Trey Research', 'US', 'research', 0, 3, 1.04, 'soon'],
  ['woodgrove', 'Woodgrove Bank', 'GB', 'researchYear', 0, 5, 1.02, 'soon'],
  ['alpine', 'Alpine Ski House', 'FR', 'perTicket', 3, 3, 0.97, 'soon'],
  ['blueyonder', 'Blue Yonder Airlines', 'US', 'seats', 0, 14, 1.05, 'soon'],
  ['coho', 'Coho Vineyard', 'US', 'pool', 3, 2, 1.02, 'never'],
  ['humongous', 'Humongous Insurance', 'DE', 'volume', 2, 6, 1.04, 'in parts'],
  ['graphic', 'Graphic Design Institute', 'JP', 'seats', 2, 2, 1.02, 'soon'],
  ['fourth', 'Fourth Coffee', 'US', 'perTicket', 4, 3, 1.08, 'by card'],
  ['vanarsdel', 'VanArsdel Logistics', 'DE', 'research', 3, 3, 1.05, 'soon'],
  ['relecloud', 'Relecloud', 'US', 'research', 5, 2, 1.1, 'soon'],
  ['school', 'School of Fine Art', 'JP', 'pool', 5, 2, 1.0, 'soon'],
  ['nod', 'Nod Publishers', 'GB', 'volume', 4, 3, 1.04, 'soon'],
  ['consolidated', 'Consolidated Messenger', 'US', 'growth', 6, 5, 1.06, 'late'],
  ['southridge', 'Southridge Video', 'US', 'perTicket', 6, 2, 1.1, 'never'],
  ['baldwin', 'Baldwin Museum of Science', 'US', 'seats', 6, 2, 1.0, 'soon'],
  ['cityworks', 'City Works', 'JP', 'perTicket', 7, 3, 1.04, 'soon'],
  ['lamna', 'Lamna Healthcare', 'DE', 'pool', 8, 4, 1.06, 'soon'],
  ['bellows', 'Bellows College', 'GB', 'perTicket', 9, 3, 1.05, 'soon'],
  ['wideworld', 'Wide World Importers', 'US', 'growth', 10, 6, 1.1, 'by card'],
  ['firstup', 'First Up Consultants', 'FR', 'research', 11, 2, 1.1, 'soon'],
]

const MORE: Readonly<Record<string, Partial<DemoCustomer>>> = {
  // Few seats with many long tickets: its usage costs more than it pays.
  blueyonder: { seats: 8, effort: 4 },
  graphic: { seats: 12 },
  baldwin: { seats: 5 },
  alpine: { until: 9 },
}

/**
 * Thirty companies: most pay, some late or never, one has ended, and one costs more than it earns.
 */
export const CUSTOMERS: readonly DemoCustomer[] = ROWS.map(
  ([externalId, name, country, plan, from, jobs, growth, pays]) => {
    const own = { externalId, name, country, plan, from, jobs, growth, pays }
    return { ...own, ...MORE[externalId] }
  },
)
