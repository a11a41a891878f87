import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Returns a compiler for schemas that refer to the components of an API document. */
export function schemaCompiler(document: object): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: 'document' }, 'document')
  return (schema) => {
    const text = JSON.stringify(schema)
    return ajv.compile(JSON.parse(text.replaceAll('"#/components/', '"document#/components/')))
  }
}
