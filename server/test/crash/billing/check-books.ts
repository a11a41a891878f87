/** Decimals of the currencies that the test bills in. */
const DECIMALS = `(case i.currency when 'JPY' then 0 when 'KWD' then 3 else 2 end)`

const SUMS = `
  select i.*, coalesce(l.amount, 0) as lines, coalesce(l.count, 0) as line_count,
         coalesce(d.amount, 0) as discounts, coalesce(t.amount, 0) as taxes,
         coalesce(t.added, 0) as added
    from invoices i
    left join (select customer_id, invoice_id, sum(amount) as amount, count(*) from invoice_lines
                group by 1, 2) l
      on l.customer_id = i.customer_id and l.invoice_id = i.id
    left join (select customer_id, invoice_id, sum(amount) as amount from invoice_discounts
                group by 1, 2) d
      on d.customer_id = i.customer_id and d.invoice_id = i.id
    left join (select customer_id, invoice_id, sum(amount) as amount,
                      sum(amount) filter (where not is_inclusive) as added
                 from invoice_taxes group by 1, 2) t
      on t.customer_id = i.customer_id and t.invoice_id = i.id`

const LINES = `
  select l.*, i.invoice_number, i.currency, ${DECIMALS} as decimals
    from invoice_lines l join invoices i on i.customer_id = l.customer_id and i.id = l.invoice_id`

/** Each tier with its line; the tiers of a late_usage line apply to the whole period's total. */
const TIERS = `
  select l.*, l.quantity + coalesce(l.billed_quantity, 0) as total_quantity, tier.number,
         (tier.value ->> 'lower')::numeric as lower, (tier.value ->> 'upper')::numeric as upper,
         (tier.value ->> 'rate')::numeric as rate, (tier.value ->> 'units')::numeric as units,
         (tier.value ->> 'amount')::numeric as tier_amount
    from (${LINES}) l
    cross join jsonb_array_elements(l.tiers) with ordinality tier (value, number)`

/** Line totals and discounts of final invoices by billing period. */
const DISCOUNTED_PERIODS = `
  select i.subscription_id, p.billing_period_start, min(${DECIMALS}) as decimals,
         sum(p.amount) as lines, sum(p.discount) as discount,
         count(distinct p.discount_id) as discounts, max(p.percent_off) as percent_off
    from (select customer_id, invoice_id, billing_period_start, amount, 0 as discount,
                 null::uuid as discount_id, null::numeric as percent_off from invoice_lines
          union all
          select customer_id, invoice_id, billing_period_start, 0, amount, discount_id, percent_off
            from invoice_discounts) p
    join invoices i on i.customer_id = p.customer_id and i.id = p.invoice_id
   where i.status <> 'draft' and i.finalized_at is not null
   group by i.subscription_id, p.billing_period_start
  having not bool_or(i.status = 'void')`

const TAXES = `
  select t.*, i.invoice_number, ${DECIMALS} as decimals, i.subtotal - i.discount_total as taxable,
         coalesce(sum(t.percentage) filter (where t.is_inclusive) over (partition by t.invoice_id), 0)
           as inclusive_percentage,
         coalesce(sum(t.amount) filter (where t.is_inclusive) over (partition by t.invoice_id), 0)
           as inclusive_amount
    from invoice_taxes t
    join invoices i on i.customer_id = t.customer_id and i.id = t.invoice_id`

/** Several invoices can be parts of one period, which a coupon counts once. */
const PERIODS = `count(distinct (used.subscription_id, used.billing_period_start))`

/** Invariants of invoices: each query must return no rows. */
export const BOOKS: Readonly<Record<string, string>> = {
  'an invoice without lines': `
    select invoice_number, status from (${SUMS}) i where line_count = 0`,
  'a subtotal that is not the sum of the lines': `
    select invoice_number, subtotal, lines from (${SUMS}) i where subtotal <> lines`,
  'a total that is not subtotal - discounts + exclusive taxes - credit': `
    select invoice_number, total, subtotal, discount_total, added from (${SUMS}) i
     where total <> subtotal - discount_total + added - credit_total or total < 0`,
  'a credit that is not booked, or booked although the invoice is open or void': `
    select i.invoice_number, i.status, i.credit_total, coalesce(sum(c.amount), 0) as booked
      from invoices i left join customer_credits c
        on c.customer_id = i.customer_id and c.invoice_id = i.id
     group by i.customer_id, i.id
    having coalesce(sum(c.amount), 0) <> case when i.status in ('draft', 'void') then 0
      else -i.credit_total end`,
  'a customer whose credit was spent twice': `
    select customer_id, currency, sum(amount) from customer_credits group by 1, 2
    having sum(amount) < 0`,
  'a discount or tax total that is not the sum of its rows': `
    select invoice_number, discount_total, discounts, tax_total, taxes from (${SUMS}) i
     where discount_total <> discounts or tax_total <> taxes`,
  'a line that is not quantity × price, by the days until its end less those until its start': `
    select invoice_number, type, quantity, unit_price, days_before, seat_days_before, days_covered,
        days_full, amount
      from (${LINES}) l
     where unit_price is not null and type <> 'late_usage' and billed_amount is null
       and amount <> round(unit_price * (coalesce(seat_days_before, quantity * days_before, 0)
           + quantity * coalesce(days_covered, 1)) / coalesce(days_full, 1), decimals)
         - round(unit_price
           * coalesce(seat_days_before, quantity * days_before, 0) / coalesce(days_full, 1), decimals)`,
  'a line of a fee that is not the fee of the billed days, less what was billed before': `
    select invoice_number, type, quantity, unit_price, billed_quantity, billed_amount, amount
      from (${LINES}) l
     where unit_price is not null and type in ('recurring', 'seat_based', 'proration')
       and billed_amount is not null
       and amount <> round(unit_price * (billed_quantity + quantity * days_covered) / days_full,
         decimals) - billed_amount`,
  'a line that is not the sum of its tiers, less what was billed before': `
    select invoice_number, type, amount, billed_amount, tiers
      from (${LINES}) l
     where (type = 'late_usage' or (type = 'usage' and (unit_price is null or billed_amount is not null)))
       and amount + coalesce(billed_amount, 0) <> round((
         select coalesce(sum((tier ->> 'amount')::numeric), 0)
           from jsonb_array_elements(tiers) tier), decimals)`,
  'tiers that price another quantity than the line says': `
    select invoice_number, type, quantity, billed_quantity, tiers from (${LINES}) l
     where (type = 'late_usage' or (type = 'usage' and (unit_price is null or billed_amount is not null)))
       and quantity + coalesce(billed_quantity, 0) <> (
         select coalesce(sum((tier ->> 'units')::numeric), 0) from jsonb_array_elements(tiers) tier)`,
  'a tier whose amount is not units × rate, or the price of the pool': `
    select invoice_number, type, pricing_model, tiers from (${TIERS}) t
     where tier_amount <> case when pricing_model = 'credit_pool' and number = 1 then rate
       else units * rate end`,
  'a tier with units that are not its own': `
    select invoice_number, type, pricing_model, total_quantity, tiers from (${TIERS}) t
     where units <> case pricing_model
       when 'volume' then total_quantity
       else greatest(least(total_quantity, coalesce(upper, total_quantity)) - lower, 0) end
       or (pricing_model = 'volume'
           and not (lower < total_quantity and total_quantity <= coalesce(upper, total_quantity)))`,
  'a discount that takes off another amount than it says': `
    select * from (${DISCOUNTED_PERIODS}) d
     where discount < 0 or discount > greatest(lines, 0)
        or discounts = 1 and percent_off is not null and discount not in
          (0, round(lines * percent_off / 100, decimals))`,
  'a tax that is another amount than it says': `
    select invoice_number, name, percentage, is_inclusive, taxable_amount, amount from (${TAXES}) t
     where taxable_amount <> taxable - inclusive_amount
        or amount <> case when is_inclusive
          then round(taxable * percentage / (100 + inclusive_percentage), decimals)
          else round(taxable_amount * percentage / 100, decimals) end`,
  'a coupon that was used more often than it may be': `
    select d.id, c.name, ${PERIODS} from discounts d
      join coupons c on c.id = d.coupon_id
      join (select taken.customer_id, taken.discount_id, i.subscription_id,
                   taken.billing_period_start
              from invoice_discounts taken
              join invoices i on i.customer_id = taken.customer_id and i.id = taken.invoice_id
               and i.status not in ('draft', 'void')
             group by 1, 2, 3, 4 having sum(taken.amount) <> 0) used
        on used.customer_id = d.customer_id and used.discount_id = d.id
     group by d.id, c.name, c.duration, c.duration_periods
    having ${PERIODS} > case c.duration when 'once' then 1
      when 'repeating' then c.duration_periods end`,
  'a number that two invoices have': `
    select organization_id, invoice_number, count(*) from invoices group by 1, 2
    having count(*) > 1`,
  'numbers that the counter has not given out, or given out for nothing': `
    select c.last_number, count(i.id) from invoice_counters c
      left join invoices i on i.organization_id = c.organization_id
     group by c.organization_id, c.last_number
    having c.last_number <> count(i.id)
        or c.last_number <> max(substring(i.invoice_number from '\\d+$')::bigint)`,
  'two live invoices that bill the same time of a subscription': `
    select a.invoice_number, b.invoice_number as other, a.period_start, a.period_end
      from invoices a join invoices b on b.customer_id = a.customer_id
       and b.subscription_id = a.subscription_id and b.id > a.id
       and b.period_start < a.period_end and a.period_start < b.period_end
     where a.status <> 'void' and b.status <> 'void' and not a.is_final_invoice and not b.is_final_invoice`,
  'something of an earlier invoice that was settled twice': `
    select l.type, l.source_id, count(*) from invoice_lines l
      join invoices i on i.customer_id = l.customer_id and i.id = l.invoice_id
     where l.source_id is not null and l.type <> 'late_usage' and i.status <> 'void'
     group by 1, 2 having count(*) > 1`,
  'a settlement of a line whose invoice is void or gone': `
    select i.invoice_number, l.type, l.source_id from invoice_lines l
      join invoices i on i.customer_id = l.customer_id and i.id = l.invoice_id
     where l.source_id is not null and l.type in ('late_usage', 'credit') and i.status <> 'void'
       and not exists (
         select from invoice_lines source
           join invoices settled on settled.customer_id = source.customer_id
            and settled.id = source.invoice_id and settled.status <> 'void'
          where source.customer_id = l.customer_id and source.id = l.source_id)`,
  'dates that do not fit the status': `
    select invoice_number, status, finalized_at, issued_at, paid_at, voided_at, refunded_at
      from invoices
     where (status in ('issued', 'overdue') and issued_at is null)
        or (status in ('paid', 'refunded')) <> (paid_at is not null)
        or (status = 'void') <> (voided_at is not null)
        or (status = 'refunded') <> (refunded_at is not null)`,
}
