/* Results: what a run has recorded, or a file holds; written as CSV and MAT files, shown as tables, drawn as pictures.
 *
 *     record   rows and columns; sinks (sink.h)       file    CSV and MAT
 *     table    aligned columns of text                drawing marks on a sheet, as SVG and PNG
 *     signal   values between rows, spectra           chart   panels, axes and layers: any picture, of any study
 *     compare  two records within a tube              figure  curves of records as charts
 *     animation  what moves in a record, as a film
 *
 * A room knows those before it. Studies that draw something of their own include result/chart/chart.h.
 */
#ifndef SALTUS_RESULT_RESULT_H
#define SALTUS_RESULT_RESULT_H

#include "result/figure/figure.h"
#include "result/file/result_file.h"
#include "result/record/result_record.h"
#include "result/record/sink.h"
#include "result/table/table.h"

#endif
