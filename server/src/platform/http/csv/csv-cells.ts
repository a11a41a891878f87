import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { AppError } from '../../errors.ts'

/**
 * Returns the cells of a CSV text in the field `csv` of a request, by rows, without space around them
 * and without empty lines. Throws `invalid` if it is no CSV.
 */
export function csvCells(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, trim: true, skipEmptyLines: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError('invalid', [`csv: ${error.message}`], { param: 'csv' })
  }
}
