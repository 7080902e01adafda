within Saltus;
package Estimation "Kalman filters"
end Estimation;
